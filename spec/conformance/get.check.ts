import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { get } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { createTestNamespace } from './support/test-namespace.ts';
import { farFuture } from './support/versions.ts';
import { group } from './support/widgets.ts';

describe('get', () => {
  check('P27', 'a get of a missing object answers 404', async () => {
    const { configMaps } = await createTestNamespace();

    const answer = await get(`${configMaps}/nope`);

    expect(answer).toMatchObject(refusal(404, 'NotFound', { details: { name: 'nope', kind: 'configmaps' } }));
    expect(answer.body.message).toBe('configmaps "nope" not found');
    expect(answer.body.details).not.toHaveProperty('group');
  });

  check('P28', 'a get of a missing custom resource answers 404, with its plural and its group', async () => {
    const { widgets } = await createTestNamespace();

    const answer = await get(`${widgets}/nope`);

    expect(answer).toMatchObject(
      refusal(404, 'NotFound', { details: { name: 'nope', group, kind: 'widgets' } }),
    );
    expect(answer.body.message).toMatch(/^widgets\.demo\.example\.com "nope"/);
  });

  check('P29', 'a get at a future version waits, and then answers 504 with a time to retry', async () => {
    const { configMaps } = await createTestNamespace();

    const [any, future] = await Promise.all([
      get(`${configMaps}/c1?resourceVersion=0`),
      get(`${configMaps}/c1?resourceVersion=${farFuture}`),
    ]);

    expect(any).toMatchObject({ status: 200, body: { metadata: { name: 'c1' } } });
    expect(future).toMatchObject(refusal(504, 'Timeout', { message: 'Too large resource version' }));
  });

  check('P30', 'a request for a missing resource answers 404', async () => {
    const { namespace } = await createTestNamespace();

    const answer = await get(`/api/v1/namespaces/${namespace}/foos`);

    expect(answer).toMatchObject(
      refusal(404, 'NotFound', { message: 'the server could not find the requested resource' }),
    );
    expect(answer.body.details).toEqual({});
  });

  check('P57', 'a get by name ignores watch', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}/c1?watch=true`)).toMatchObject({
      status: 200,
      body: { kind: 'ConfigMap', metadata: { name: 'c1' }, data: { k: 'v' } },
    });
  });
});
