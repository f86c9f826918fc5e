import { informer, type InformerOptions } from '../../../src/informer/index.ts';
import type { KubeObject } from '../../../src/objects/index.ts';
import { listWatch, type Transport } from '../../../src/source/index.ts';
import { resources } from '../resources.ts';
import type { Variant } from '../variant.ts';
import { atOnce } from './at-once.ts';

/** A measured program with `informer()` of this library and one handler. */
export function informerOver(
  transportTo: (server: string) => Transport,
  streamingList: 'auto' | 'never' = 'never',
  options: Pick<InformerOptions<KubeObject>, 'storage'> = {},
): Variant {
  return {
    async start({ server, resource }, onObject) {
      const { group, version } = resources[resource];
      const source = listWatch(transportTo(server), { group, version, resource });
      const objects = informer(source, { reflect: { streamingList, ...atOnce }, ...options });
      let received = 0;
      await new Promise<void>((resolve) => {
        objects.changes().subscribe(({ object }) => {
          received++;
          onObject(object);
          if (received >= objects.store.size && objects.store.hasSynced) resolve();
        });
      });
      return objects.store;
    },
  };
}
