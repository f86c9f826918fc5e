import { describe, expect, it } from '@jest/globals';
import { NEVER, throwError } from 'rxjs';
import { type KubeObject, OptionsError, StatusError, type Transport } from 'rx-informer';
import { metadataSharedInformerFactory } from 'rx-informer/client-go';
import { core } from 'rx-informer/kinds';
import { until } from '../../support/until.ts';
import { testServers } from './test-servers.ts';

const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
const soon = (): AbortSignal => AbortSignal.timeout(20_000);

/**
 * Returns a transport without request headers. The server then sends whole objects, as a server without metadata-only
 * responses does.
 */
const plain = (transport: Transport): Transport => ({
  open: (request) => transport.open({ ...request, headers: {} }),
});

describe('metadataSharedInformerFactory', () => {
  const serve = testServers();

  describe.each(['auto', 'never'] as const)('with streamed lists: %s', (streamingList) => {
    it.each([true, false])(
      'should store metadata and nothing else, negotiated (%s) or cut (B280)',
      async (negotiated) => {
        const { server, transport } = serve();
        const create = (name: string) =>
          server.objects.create(core.v1.configmaps, {
            metadata: { name, namespace: 'shop', labels: { app: name } },
            data: { big: 'x' },
          });
        create('a');
        const recorded: unknown[] = [];
        const factory = metadataSharedInformerFactory(negotiated ? transport : plain(transport), {
          informer: { reflect: { streamingList } },
        });
        const maps = factory.forResource(core.v1.configmaps);
        maps.informer().addEventHandler({
          onAdd: (object) => void recorded.push(object),
          onUpdate: (_, object) => void recorded.push(object),
          onDelete: (object) => void recorded.push(object),
        });
        factory.start();
        await factory.waitForCacheSync(soon());
        create('b');
        server.objects.patch(core.v1.configmaps, 'shop/b', { metadata: { labels: { app: 'c' } } });
        server.objects.delete(core.v1.configmaps, 'shop/b');
        await until(() => recorded.length === 4);

        expect(maps.lister().list('app=a')).toMatchObject([{ ...partial, metadata: { name: 'a' } }]);
        expect(recorded).toMatchObject(
          ['a', 'b', 'c', 'c'].map((app) => ({ ...partial, metadata: { labels: { app } } })),
        );
        for (const object of recorded)
          expect(Object.keys(object as object).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
        factory.shutdown();
      },
    );
  });

  it('should request one form for a list and another for a watch (P105)', async () => {
    const { transport, requests } = serve();
    const factory = metadataSharedInformerFactory(transport, {
      informer: { reflect: { streamingList: 'never' } },
    });
    factory.forResource(core.v1.secrets).informer();
    factory.start();
    await until(() => requests.length === 2);

    expect(requests.map(({ query, headers }) => [query?.['watch'] ?? 'false', headers?.['accept']])).toEqual([
      ['false', 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json'],
      ['true', 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json'],
    ]);
    factory.shutdown();
  });

  it('should redact errors of the server like its transport', async () => {
    const secret = 'token-of-the-user';
    const factory = metadataSharedInformerFactory({
      open: () => throwError(() => new StatusError({ code: 500, message: `no ${secret} here` })),
      redact: (text) => text.replaceAll(secret, '(not shown)'),
    });
    const messages: string[] = [];
    const things = factory.forResource(core.v1.configmaps).informer();
    things.setWatchErrorHandler((error) => void messages.push(error.message));
    factory.start();
    await until(() => messages.length > 0);

    expect(messages[0]).toContain('no (not shown) here');
    factory.shutdown();
  });

  it('should call the transform with the metadata', async () => {
    const { transport } = serve();
    const transform = (object: KubeObject): KubeObject => ({
      ...object,
      metadata: { ...object.metadata, labels: { seen: Object.keys(object).sort().join() } },
    });
    const factory = metadataSharedInformerFactory(plain(transport), { transform });
    const namespaces = factory.forResource(core.v1.namespaces).lister();
    factory.start();
    await factory.waitForCacheSync(soon());

    expect(namespaces.get('shop')?.metadata.labels).toEqual({ seen: 'apiVersion,kind,metadata' });
    factory.shutdown();
  });

  it('should refuse invalid arguments', () => {
    expect(() => metadataSharedInformerFactory({} as never)).toThrow(OptionsError);
    expect(() => metadataSharedInformerFactory({ open: () => NEVER }, { transform: 1 } as never)).toThrow(
      'metadataSharedInformerFactory: transform must be a function',
    );
  });
});
