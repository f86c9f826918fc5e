import { filter, firstValueFrom } from 'rxjs';
import { informer } from '../../../src/informer/index.ts';
import { listWatch, type Transport } from '../../../src/source/index.ts';
import type { Variant } from '../variant.ts';

/** The whole line, with one handler that counts. */
export function informerOver(
  transportTo: (server: string) => Transport,
  streamingList: 'auto' | 'never' = 'never',
): Variant {
  let onChange = (): void => undefined;

  return {
    async sync(server) {
      const source = listWatch(transportTo(server), { group: '', version: 'v1', resource: 'pods' });
      const pods = informer(source, { reflect: { streamingList } });
      let told = 0;
      const all = new Promise<void>((resolve) => {
        pods.changes().subscribe(() => {
          told++;
          onChange();
          if (told === pods.store.size && pods.store.hasSynced) resolve();
        });
      });
      await all;
      await firstValueFrom(pods.status$.pipe(filter(({ phase }) => phase === 'watching')));
      return pods.store.size;
    },
    watch(_, onEvent) {
      onChange = onEvent;
    },
  };
}
