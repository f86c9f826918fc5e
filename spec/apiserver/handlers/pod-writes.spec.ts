import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { ConcurrencyLimit } from '../../../src/apiserver/http/concurrency-limit.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('createEviction', () => {
  it('should run evictions within the concurrency limit, because each keeps its results for every budget', async () => {
    const server = createApiServer();
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    server.objects.create(core.v1.pods, { metadata: { namespace: 'default', name: 'a' }, spec });
    const { url } = await server.listen();
    const run = jest.spyOn(ConcurrencyLimit.prototype, 'run');

    const { status } = await fetch(`${url}/api/v1/namespaces/default/pods/a/eviction`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' } }),
    });
    await server.close();

    expect(status).toBe(201);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
