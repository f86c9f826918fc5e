import { describe, expect, it } from '@jest/globals';
import { type Observable, throwError } from 'rxjs';
import { StatusError } from 'rx-informer';
import { type ResourceClient, resourceClient } from 'rx-informer/client';
import { type ConfigMap, core } from 'rx-informer/kinds';

const web = { metadata: { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '7' } };
type Send = (client: ResourceClient<ConfigMap>) => Observable<unknown>;
const update: Send = (client) => client.update(web);
const get: Send = (client) => client.get('shop/web');

/** Returns the error of a request that the server refuses with a given status. */
function errorOf(status: object, send: Send): unknown {
  const transport = { open: () => throwError(() => new StatusError({ code: 500, ...status })) };
  let failure: unknown;
  send(resourceClient(transport, core.v1.configmaps)).subscribe({
    error: (error: unknown) => (failure = error),
  });
  return failure;
}

describe('the error of a refused request', () => {
  const ownership = { reason: 'FieldManagerConflict', message: 'conflict with "hpa"', field: '.data.a' };

  it.each<[string, object, Send, string]>([
    [
      'a stale resourceVersion',
      { code: 409, reason: 'Conflict' },
      update,
      'read the object again, and repeat the change, as `edit` does',
    ],
    ['an existing name', { code: 409, reason: 'AlreadyExists' }, update, 'choose another name'],
    ['an owned field', { code: 409, reason: 'Conflict', causes: [ownership] }, update, 'set `force`'],
    ['too many requests', { code: 429 }, update, 'send the request again later'],
    ['a failed write', { code: 500 }, update, 'read the object before you send the request again'],
    ['a failed read', { code: 503 }, get, 'send the request again'],
  ])('should say what the caller can do: %s', (_name, status, send, advice) => {
    expect(errorOf(status, send)).toMatchObject({ advice: expect.stringContaining(advice) as unknown });
  });

  it('should name the request once', () => {
    const line = 'PUT /api/v1/namespaces/shop/configmaps/web';
    const message = 'etcdserver: request timed out';
    expect(errorOf({ message }, update)).toMatchObject({ message: `${message} (500 for ${line})` });
    const named = `no answer to ${line}`;
    expect(errorOf({ message: named }, update)).toMatchObject({ message: named });
  });

  it('should keep an error of a transport that names the request', () => {
    const message = 'the proxy refused PUT /api/v1/namespaces/shop/configmaps/web';
    const advice = 'ask the operator of the proxy';
    expect(errorOf({ advice, message }, update)).toMatchObject({ advice, message });
  });

  it('should keep the facts of the answer', () => {
    const status = { code: 409, reason: 'Conflict', causes: [ownership], retryAfterSeconds: 2 };
    expect(errorOf(status, update)).toMatchObject({ ...status, failure: 'transient', inStream: false });
  });

  it('should keep an error that is about the request', () => {
    const advice = 'correct the field';
    expect(errorOf({ code: 422, message: 'spec is invalid', advice }, update)).toMatchObject({
      message: 'spec is invalid',
      advice,
    });
  });
});
