import {
  defer,
  filter,
  finalize,
  identity,
  interval,
  map,
  merge,
  type MonoTypeOperatorFunction,
  ReplaySubject,
  takeUntil,
  tap,
} from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import { type Change, type IndexedStore, resynced } from '../store/index.ts';

/**
 * Adds to the batches of a store, every `period` ms, each object as the store has it then: client-go's resync for one subscriber.
 * Nothing is negotiated and nothing is fetched.
 *
 * @param flush - emits the changes that the store already shows
 */
export function resync<T extends KubeObject>(
  store: Pick<IndexedStore<T>, 'list' | 'resynced'>,
  period: number | undefined,
  flush: () => void,
): MonoTypeOperatorFunction<readonly Change<T>[]> {
  if (period === undefined) return identity;

  return (batches$) =>
    defer(() => {
      const ended = new ReplaySubject<void>(1); // a source can end while it is subscribed to
      const resynced$ = interval(period).pipe(
        tap(flush),
        map(() => resynced(store)),
        filter((batch) => batch.length > 0),
        takeUntil(ended),
      );
      return merge(batches$.pipe(finalize(() => ended.next())), resynced$);
    });
}
