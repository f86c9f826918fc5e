import { defer, EMPTY, type Observable, repeat } from 'rxjs';
import { aHandler, callHandler, type ResourceEventHandler } from '../../delivery/index.ts';
import { checkArgument, type KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeltaStore } from '../store/store.ts';
import { trampoline$ } from '../../scheduling/index.ts';

/**
 * Applies the deltas of one pop to the store, then calls the handler with the changes in order, as client-go's `processDeltas` and
 * `processDeltasInBatch` do (B112–B116). The store contains all deltas before the first call of the handler.
 *
 * The changes are the same as the changes of an informer. Unlike in client-go, there is no change for the delete of an object that
 * is not in the store (Q16), nor for an unchanged object of a list (Q10). If an object has a new uid under
 * the same key, the changes are a delete and an add (Q20). If a list contains two objects with the same key,
 * the last object counts (Q15). `onError` receives the error of a handler method, and the change counts as
 * handled.
 *
 * @returns `undefined` if all calls of the handler have ended. Otherwise an Observable, which waits for the
 * promise or the Observable of a handler method, and then makes the other calls. Return the Observable from
 * the process function, so that the queue subscribes to it
 * @throws OptionsError for a handler that is not allowed, and the error of the store. After such an error the
 * handler is not called
 *
 * @example
 * ```ts
 * const store = newStore<Pod>();
 * const fifo = newDeltaFIFO<Pod>({ knownObjects: store });
 * fifo
 *   .pop((deltas) => processDeltas(deltas, store, { onDelete: (pod) => console.log(pod.metadata.name) }))
 *   .pipe(repeat())
 *   .subscribe();
 * ```
 */
export function processDeltas<T extends KubeObject>(
  deltas: AnyDeltas<T>,
  store: Pick<DeltaStore<T>, 'applyDeltas'>,
  handler: ResourceEventHandler<T>,
): Observable<never> | undefined {
  checkArgument('processDeltas: handler', handler, aHandler);
  const calls = notify(store.applyDeltas(deltas), handler);
  let waiting = calls.next().value;
  if (waiting === undefined) return undefined;

  const next = (): Observable<unknown> => {
    waiting = calls.next().value;
    return waiting === undefined ? EMPTY : trampoline$;
  };
  return defer(() => waiting ?? EMPTY).pipe(repeat({ delay: next }));
}

/**
 * Calls the handler with each change. For an asynchronous call, yields an Observable. The next call must wait for the
 * end of this Observable.
 */
function* notify<T>(
  changes: readonly Change<T>[],
  handler: ResourceEventHandler<T>,
): Generator<Observable<never>, undefined> {
  for (const change of changes) {
    const waiting = callHandler(handler, change);
    if (waiting !== undefined) yield waiting;
  }
}
