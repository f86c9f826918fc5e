import { defer, EMPTY, type Observable, repeat } from 'rxjs';
import { aHandler, callHandler, type ResourceEventHandler } from '../../delivery/index.ts';
import { checkArgument, type KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import type { DeltaStore } from '../store/store.ts';
import { trampoline$ } from '../../scheduling/index.ts';

/**
 * client-go's `processDeltas` and `processDeltasInBatch`: what one pop took goes into the store, then the handler hears
 * what that changed, in order (B112–B116). Here all of the pop is in the store before the first call.
 *
 * What the store makes of it is what an informer makes of it: the delete of what the store never had is not told (Q16),
 * nor what a list repeats (Q10); another uid is a delete and an add (Q20); of two with one key in a list the last
 * counts (Q15). A method that throws is told to `onError` and counts as handled.
 *
 * @returns `undefined` when all is done; what is to be waited for when a method returned a promise or an observable:
 * return it from the process function, for the rest is told once it has been subscribed to
 * @throws OptionsError for a handler that is none, and what the store throws: then the handler hears nothing
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
  const waits = tell(store.applyDeltas(deltas), handler);
  let waiting = waits.next().value;
  if (waiting === undefined) return undefined;

  const next = (): Observable<unknown> => {
    waiting = waits.next().value;
    return waiting === undefined ? EMPTY : trampoline$;
  };
  return defer(() => waiting ?? EMPTY).pipe(repeat({ delay: next }));
}

/** Calls the handler; hands out what has to be waited for before the next call. */
function* tell<T>(
  changes: readonly Change<T>[],
  handler: ResourceEventHandler<T>,
): Generator<Observable<never>, undefined> {
  for (const change of changes) {
    const waiting = callHandler(handler, change);
    if (waiting !== undefined) yield waiting;
  }
}
