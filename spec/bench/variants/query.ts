import { asapScheduler, audit, map, type Observable, timer } from 'rxjs';
import { type Informer, informer } from '../../../src/informer/index.ts';
import { listWatch, type Transport } from '../../../src/source/index.ts';
import { query } from '../../../src/views/index.ts';
import type { Variant } from '../variant.ts';
import { atOnce } from './at-once.ts';
import { newestPods, type Pod, rebuilt } from './newest-pods.ts';

/**
 * An informer of this library, with the dashboard query as a view. The handler counts the events before the query. An
 * event of a matching pod moves the pod to the top. Therefore each event of a matching pod changes the result.
 */
export function queryOver(
  transportTo: (server: string) => Transport,
  answer: (pods: Informer<Pod>) => Observable<readonly Pod[]> = (pods) => query(pods, newestPods),
): Variant {
  return {
    async start({ server }, onObject) {
      const source = listWatch<Pod>(transportTo(server), { group: '', version: 'v1', resource: 'pods' });
      const pods = informer(source, { reflect: { streamingList: 'never', ...atOnce } });
      const newest$ = answer(pods);
      const first = new Promise<void>((resolve) => {
        newest$.subscribe((rows) => {
          if (rows.length > 0) resolve();
        });
      });
      pods.store.batches$.subscribe((batch) => {
        for (const { object } of batch) onObject(object);
      });
      await first;
      return pods.store;
    },
  };
}

/**
 * An informer of this library without `query()`. After each task of the event loop, the program computes the whole
 * dashboard query again.
 */
export function rebuiltOver(transportTo: (server: string) => Transport): Variant {
  return queryOver(transportTo, ({ store }) =>
    store.batches$.pipe(
      audit(() => timer(0, asapScheduler)),
      map(() => rebuilt(store.list())),
    ),
  );
}
