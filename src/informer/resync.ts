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
 * Adds a batch of all objects of the store every `period` ms. The operator is client-go's resync, but for one
 * subscriber. A resync sends no request, and subscribers can have different periods.
 *
 * @param flush - emits the changes that the store already includes
 */
export function resync<T extends KubeObject>(
  store: Pick<IndexedStore<T>, 'list' | 'resynced'>,
  period: number | undefined,
  flush: () => void,
): MonoTypeOperatorFunction<readonly Change<T>[]> {
  if (period === undefined) return identity;

  return (batches$) =>
    defer(() => {
      const ended = new ReplaySubject<void>(1); // `batches$` can end before `takeUntil` subscribes to `ended`
      const resynced$ = interval(period).pipe(
        tap(flush),
        map(() => resynced(store)),
        filter((batch) => batch.length > 0),
        takeUntil(ended),
      );
      return merge(batches$.pipe(finalize(() => ended.next())), resynced$);
    });
}
