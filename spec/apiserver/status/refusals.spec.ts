import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApiServer } from 'rx-informer/apiserver';
import { raw, request } from '../http/raw-request.ts';

describe('the answer to a request with a long text', () => {
  const long = '9'.repeat(400_000);
  const configMaps = '/api/v1/namespaces/default/configmaps';
  let server: Awaited<ReturnType<typeof startApiServer>>;

  beforeAll(async () => {
    server = await startApiServer();
    const body = JSON.stringify({ metadata: { name: 'a' } });
    await raw(server.url, ...request('POST', configMaps, { 'content-type': 'application/json' }, body));
  });
  afterAll(() => server.close());

  it.each([
    ['a name', 404, 'GET', `/${long}`],
    ['a name', 404, 'DELETE', `/${long}`],
    ['a limit', 400, 'GET', `?limit=${long}`],
    ['a timeout', 400, 'GET', `?timeoutSeconds=${long}x`],
    ['the version of a list', 400, 'GET', `?resourceVersion=${long}`],
    ['the version of an object', 500, 'GET', `/a?resourceVersion=${long}`],
    ['the version of a deletion', 409, 'DELETE', `/a?resourceVersion=${long}`],
    ['a selector', 400, 'GET', `?fieldSelector=${long}`],
    ['the field of a selector', 400, 'GET', `?fieldSelector=${long}%3Da`],
    ['a grace period', 400, 'DELETE', `/a?gracePeriodSeconds=${long}x`],
  ])('should show at most 10,000 characters of %s (%i)', async (_, code, method, target) => {
    const answer = await raw(server.url, ...request(method, configMaps + target));

    expect(answer.code).toBe(code);
    expect(answer.text).toContain('9…');
    expect(answer.text.length).toBeLessThan(25_000);
  });

  it.each([
    ['a name', 422, { metadata: { name: long } }],
    ['another kind', 400, { kind: long, metadata: { name: 'b' } }],
    ['another group', 400, { apiVersion: `${long}/v1`, metadata: { name: 'b' } }],
    ['a time', 400, { metadata: { name: 'b', creationTimestamp: long } }],
  ])('should show at most 10,000 characters of %s of a new object (%i)', async (_, code, object) => {
    const type = { 'content-type': 'application/json' };
    const answer = await raw(server.url, ...request('POST', configMaps, type, JSON.stringify(object)));

    expect(answer.code).toBe(code);
    expect(answer.text.length).toBeLessThan(45_000);
  });

  it.each([
    ['another name', 400, { name: long }],
    ['another uid', 409, { name: 'a', uid: long }],
    ['another version', 500, { name: 'a', resourceVersion: long }],
  ])('should show at most 10,000 characters of %s of an object (%i)', async (_, code, metadata) => {
    const type = { 'content-type': 'application/json' };
    const answer = await raw(
      server.url,
      ...request('PUT', `${configMaps}/a`, type, JSON.stringify({ metadata })),
    );

    expect(answer.code).toBe(code);
    expect(answer.text.length).toBeLessThan(45_000);
  });
});
