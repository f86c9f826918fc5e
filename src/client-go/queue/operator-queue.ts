import { BehaviorSubject, defer, ignoreElements, type Observable, tap } from 'rxjs';
import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import { type QueueEntry, KeyedDeltaQueue } from '../../queue/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import { imperativePop } from './imperative-pop.ts';
import type { AnyDeltas, KeyDeltas, RealDeltas } from './key-delta.ts';
import type { PoppableQueue, QueueOperator } from './queue.ts';

/** Deltas that the RxJS operator emitted, or deltas that wait for a retry because `process` failed. */
interface Entry<D> {
  readonly type: 'New' | 'Retry';
  readonly deltas: D;
}

/** One run of an RxJS operator as a queue, with the `pop` of an imperative queue. */
export interface OperatorQueue<T extends KubeObject, D> extends PoppableQueue<D> {
  readonly hasSynced: () => boolean;
  readonly fill: (events$: Observable<ReflectorEvent<T>>) => Observable<never>;
  readonly addIfNotPresent: (deltas: D) => void;
}

/**
 * Wraps one run of an RxJS operator as a queue with the `pop` of an imperative queue. So `processLoop`
 * can use the operator, too. When the last emitted deltas have been processed, the queue requests the next
 * deltas from the operator. A retry goes to the end of the queue. After a retry the queue
 * requests no deltas. If many pops follow each other synchronously, some of these pops complete in a
 * microtask, as in an imperative queue.
 *
 * @param hadSynced - whether an earlier run has synced; a queue that has synced stays synced
 */
export function operatorQueue<T extends KubeObject, D extends AnyDeltas<T>>(
  operator: QueueOperator<T, D>,
  hadSynced = false,
): OperatorQueue<T, D> {
  const entries = new KeyedDeltaQueue<Entry<D>>();
  const byKey = new Map<ObjectKey, QueueEntry<Entry<D>>>();
  const pops = new BehaviorSubject<void>(undefined);
  /** True if the RxJS operator emitted the popped deltas. False if the popped deltas are a retry. */
  let isNew = false;
  let hasSynced = hadSynced;
  let isListed = false;
  /** Whether the queue has requested deltas and the operator has not emitted deltas since the request. */
  let isIdle = false;

  const popped = imperativePop<D>({
    get length() {
      return entries.length;
    },
    processed: (_deltas, failure) => failure,
  });
  const append = (type: Entry<D>['type'], deltas: D, key: ObjectKey | undefined): void => {
    const entry = entries.append({ type, deltas });
    if (key !== undefined) byKey.set(key, entry);
    popped.wake();
  };
  const take = (): D | undefined => {
    const entry = entries.shift();
    if (entry === undefined) return undefined;
    const [{ type, deltas }] = entry.deltas;
    const key = keyOfDeltas(deltas);
    if (key !== undefined && byKey.get(key) === entry) byKey.delete(key);
    isNew = type === 'New';
    return deltas;
  };

  return {
    /**
     * Returns whether the first list has been processed. If the first list produced no deltas, the result is
     * true immediately (B84).
     */
    hasSynced: () => (hasSynced ||= isListed && isIdle),
    fill: (events$) =>
      defer(() =>
        events$.pipe(
          tap(({ type }) => {
            if (type === 'REPLACED') isListed = true;
          }),
          operator(pops.pipe(tap(() => (isIdle = true)))),
          tap((deltas) => {
            isIdle = false;
            const key = keyOfDeltas(deltas);
            const last = key === undefined ? undefined : byKey.get(key);
            // A queued retry of the same key is older than the new deltas, so the new deltas replace the
            // retry.
            if (last?.deltas[0].type === 'Retry') entries.remove(last);
            append('New', deltas, key);
          }),
          ignoreElements(),
        ),
      ),
    pop: (process) =>
      popped
        .pop(take, (deltas) => process(deltas, isByKey(deltas) ? deltas.isInInitialList : !hasSynced))
        .pipe(
          tap((deltas) => {
            hasSynced ||= hasSyncedWith(deltas);
            if (isNew) pops.next();
          }),
        ),
    addIfNotPresent: (deltas) => {
      const key = keyOfDeltas(deltas);
      if (key === undefined || !byKey.has(key)) append('Retry', deltas, key);
    },
    keyOf: (deltas) => {
      const key = keyOfDeltas(deltas);
      if (key !== undefined) return key;
      throw new TypeError('the deltas are of the whole collection');
    },
  };
}

function keyOfDeltas<T extends KubeObject>(deltas: AnyDeltas<T>): ObjectKey | undefined {
  const [first] = deltas as readonly { readonly key?: ObjectKey }[];
  return first?.key;
}

function isByKey<T extends KubeObject>(deltas: AnyDeltas<T>): deltas is KeyDeltas<T> | RealDeltas<T> {
  return 'isInInitialList' in deltas;
}

function hasSyncedWith<T extends KubeObject>(deltas: AnyDeltas<T>): boolean {
  if (isByKey(deltas)) return (deltas as Partial<KeyDeltas<T>>).hasSynced ?? !deltas.isInInitialList;
  return deltas.some(({ type }) => type !== 'Bookmark');
}
