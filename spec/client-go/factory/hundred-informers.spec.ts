import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Transport } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { sharedInformerFactory } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { until } from '../../support/until.ts';

const resources = Array.from({ length: 100 }, (_, n) => ({
  group: 'example.com',
  version: 'v1',
  resource: `things${n}`,
  kind: `Thing${n}`,
  namespaced: false,
}));

/** Returns a transport to a server. `opened` counts the sockets that the transport has opened. */
async function wire(
  port: number,
): Promise<{ url: string; opened: () => number; open: () => number; server: Server }> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((near) => {
    opened += 1;
    sockets.add(near);
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy()).on('close', () => sockets.delete(near));
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  return { url, opened: () => opened, open: () => sockets.size, server };
}

describe('a hundred informers of one factory', () => {
  const closing: (() => unknown)[] = [];
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

  it.each([
    ['never', 2],
    ['auto', 1],
  ] as const)(
    'should use at most one list and one watch each, and one socket (streamed lists: %s)',
    async (streamingList, most) => {
      const server = createApiServer({ resources });
      const { port } = new URL((await server.listen()).url);
      const counted = await wire(Number(port));
      closing.push(
        () => server.close(),
        () => counted.server.close(),
      );
      const overHttp = kubeConfigTransport({
        getCurrentCluster: () => ({ server: counted.url }),
        applyToHTTPSOptions: () => Promise.resolve(),
      });
      const requests: string[] = [];
      const transport: Transport = {
        open: (request) => {
          requests.push(`${request.path} ${request.query?.['watch'] === 'true' ? 'watch' : 'list'}`);
          return overHttp.open(request);
        },
      };
      const factory = sharedInformerFactory(transport, {}, { informer: { reflect: { streamingList } } });
      const listers = resources.map((resource) => factory.forResource(resource).lister());
      factory.start();
      factory.start();
      await factory.waitForCacheSync(AbortSignal.timeout(50_000));
      for (const resource of resources) {
        const apiVersion = `${resource.group}/${resource.version}`;
        server.objects.create(resource, { kind: resource.kind, apiVersion, metadata: { name: 'one' } });
      }
      await until(() => listers.every((things) => things.get('one') !== undefined));

      expect(requests).toHaveLength(100 * most);
      expect(new Set(requests).size).toBe(100 * most);
      // Each watch reuses the socket of its list, so 100 informers need 100 sockets.
      expect(counted.opened()).toBe(100);

      factory.shutdown();
      await until(() => counted.open() === 0);
      expect(requests).toHaveLength(100 * most);
    },
  );
});
