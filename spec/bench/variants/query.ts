import { filter, firstValueFrom } from 'rxjs';
import { informer } from '../../../src/informer/index.ts';
import type { KubeObject } from '../../../src/objects/index.ts';
import { listWatch, type Transport } from '../../../src/source/index.ts';
import { query } from '../../../src/views/index.ts';
import type { Variant } from '../variant.ts';

interface Pod extends KubeObject {
  readonly spec: { readonly nodeName: string };
}

/**
 * An informer with a dashboard's query on it: half of the pods, by their newest change, the first hundred. The events
 * are counted on the way to it; one that matches brings its pod to the top: it moves a row and changes the result.
 */
export function queryOver(transportTo: (server: string) => Transport): Variant {
  let onChange = (): void => undefined;

  return {
    async sync(server) {
      const source = listWatch<Pod>(transportTo(server), { group: '', version: 'v1', resource: 'pods' });
      const pods = informer(source, { reflect: { streamingList: 'never' } });
      const newest$ = query(pods, {
        where: ({ spec }) => /^node-\d*[02468]\./.test(spec.nodeName),
        sort: (a, b) => Number(b.metadata.resourceVersion) - Number(a.metadata.resourceVersion),
        limit: 100,
      });
      const first = new Promise<void>((resolve) => {
        newest$.subscribe((rows) => {
          if (rows.length > 0) resolve();
        });
      });
      pods.store.batches$.subscribe((batch) => {
        for (let left = batch.length; left > 0; left -= 1) onChange();
      });
      await first;
      await firstValueFrom(pods.status$.pipe(filter(({ phase }) => phase === 'watching')));
      return pods.store.size;
    },
    watch(_, onEvent) {
      onChange = onEvent;
    },
  };
}
