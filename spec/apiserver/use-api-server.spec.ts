import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApiServer, useApiServer } from 'rx-informer/apiserver';
import { configMaps } from './support/in-process-and-over-http.ts';

const hooks = { beforeAll, beforeEach, afterEach, afterAll };
const metadata = { name: 'x', namespace: 'default' };

describe('useApiServer', () => {
  const server = useApiServer(
    {
      seed: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'seed', namespace: 'default' } }],
      faults: [{ match: { verb: 'get', nth: 1 }, fault: { type: 'refuse', status: 500 } }],
    },
    hooks,
  );
  const names = (): readonly string[] =>
    server.objects
      .list(configMaps, 'default')
      .map((one) => one.metadata.name)
      .filter((name) => name !== 'kube-root-ca.crt');

  // Without a reset, the second run of the test would see the objects of the first run.
  it.each([1, 2])('should start each test in the same state (%i)', async () => {
    expect(names()).toEqual(['seed']);
    expect(server.requests).toEqual([]);
    const url = `${server.url}/api/v1/namespaces/default/configmaps/seed`;
    expect((await fetch(url)).status).toBe(500);
    expect((await fetch(url)).status).toBe(200);
    expect(server.requests).toHaveLength(2);

    server.objects.create(configMaps, { metadata });
    server.objects.delete(configMaps, 'default/seed');
    server.faults.add({ fault: { type: 'dropConnection' } });
  });

  it('should provide a kubeconfig', () => {
    expect(server.kubeConfig()).toContain(server.url);
  });

  it('should explain what to pass if the test runner has no globals', () => {
    expect(() => useApiServer()).toThrow('hooks');
  });

  it('should name the missing hook', () => {
    const some = { beforeAll, beforeEach, afterEach };

    expect(() => useApiServer({}, some as typeof hooks)).toThrow('useApiServer: hooks.afterAll');
  });

  it('should accept the hooks of any test runner', async () => {
    const done: string[] = [];
    const registered: (() => void | Promise<void>)[] = [];
    const hook = (name: string) => (work: () => void | Promise<void>) => {
      registered.push(async () => {
        await work();
        done.push(name);
      });
    };
    const other = useApiServer(
      {},
      {
        beforeAll: hook('before'),
        beforeEach: hook('beforeEach'),
        afterEach: hook('afterEach'),
        afterAll: hook('after'),
      },
    );
    expect(() => other.url).toThrow('useApiServer: url must be asked for within a test or a hook');
    for (const work of registered) await work();
    expect(done).toEqual(['before', 'beforeEach', 'afterEach', 'after']);
    await expect(fetch(other.url)).rejects.toThrow();
  });
});

describe('startApiServer', () => {
  it('should listen, with the complete API', async () => {
    const kept = await startApiServer();
    kept.objects.create(configMaps, { metadata });
    const server = await startApiServer({
      snapshot: kept.snapshot(),
      seed: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
    });

    const path = '/api/v1/namespaces/default/configmaps/x';
    expect((await fetch(server.url + path)).status).toBe(200);
    expect((await fetch(`${server.url}/api/v1/namespaces/shop`)).status).toBe(200);
    await Promise.all([kept.close(), server.close()]);
  });

  it.each([
    [{ seed: {} }, 'seed'],
    [{ faults: [{ fault: { type: 'none' } }] }, 'fault.type'],
    [{ seed: [{ kind: 'None', apiVersion: 'v1' }] }, 'seed'],
    [{ port: -1 }, 'port'],
    [{ nothing: 1 }, 'nothing'],
  ])('should refuse %j', async (options, option) => {
    await expect(startApiServer(options as never)).rejects.toThrow(option);
  });

  it('should explain why it cannot listen', async () => {
    const server = await startApiServer();
    const port = Number(new URL(server.url).port);
    await expect(startApiServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.close();
  });
});
