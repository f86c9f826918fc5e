import { defer, EMPTY, type Observable, repeat } from 'rxjs';
import { aHandler, callHandler, type ResourceEventHandler } from '../../delivery/index.ts';
import { checkArgument, type KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeltaStore } from '../store/store.ts';
import { trampoline$ } from '../../scheduling/index.ts';

/**
 * client-go's `processDeltas` and `processDeltasInBatch`: applies the deltas of one pop to the store, then calls the handler with
 * the changes, in order (B112–B116). Here all deltas are in the store before the first call.
 *
 * The changes are those of an informer. There is no change for the delete of an object that the store did not have (Q16), nor for
 * an unchanged object of a list (Q10). An object with another uid is a delete and an add (Q20). Of two objects with one key in a
 * list the last counts (Q15). `onError` gets the error of a method, and the change counts as handled.
 *
 * @returns `undefined` when all calls have ended; else an Observable. It waits for the promise or the Observable of a method, and
 * its subscription makes the other calls: return it from the process function
 * @throws OptionsError for a handler that is not allowed, and the error of the store; then the handler is not called
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

/** Calls the handler with each change. Yields the results that the next call has to wait for. */
function* notify<T>(
  changes: readonly Change<T>[],
  handler: ResourceEventHandler<T>,
): Generator<Observable<never>, undefined> {
  for (const change of changes) {
    const waiting = callHandler(handler, change);
    if (waiting !== undefined) yield waiting;
  }
}
