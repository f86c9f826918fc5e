import { type Observable, take } from 'rxjs';
import { HandlerError, type KubeObject } from 'rx-informer';
import { type DeltaStore, FifoClosedError, type KnownObjects, processDeltas } from 'rx-informer/client-go';
import type { Call } from './calls.ts';
import { parseObject, printObject, strictKeyOf } from './objects.ts';

/** A write to a DeltaFIFO or a RealFIFO in a recorded test case. */
export interface QueueStep {
  readonly op: string;
  readonly obj?: string | null;
  readonly key?: string;
  readonly list?: readonly string[];
  readonly rv?: string;
}

/** The write methods that a DeltaFIFO and a RealFIFO have in common. */
interface Writes {
  add(object: KubeObject): void;
  update(object: KubeObject): void;
  delete(
    object:
      | KubeObject
      | { readonly key: string; readonly object: KubeObject | undefined; readonly finalStateKnown: false },
  ): void;
  replace(objects: readonly KubeObject[], resourceVersion: string): void;
  resync(): void;
  close(): void;
}

/** Executes a recorded write on a queue. */
export function write(queue: Writes, { op, obj, key = '', list = [], rv = '' }: QueueStep): void {
  const object = obj === undefined || obj === null ? undefined : parseObject(obj);
  if (op === 'deleteTombstone') queue.delete({ key, object, finalStateKnown: false });
  else if (op === 'replace') queue.replace(list.map(parseObject), rv);
  else if (op === 'resync' || op === 'close') queue[op]();
  else if (object !== undefined && (op === 'add' || op === 'update' || op === 'delete')) queue[op](object);
  else throw new Error(`no operation ${op}`);
}

/** Subscribes to a pop that must emit at once. Throws the error of the pop. */
export function popNow(pop$: Observable<unknown>): void {
  const calls: (() => void)[] = [];
  // `take(1)` is necessary, because the completion runs as a microtask of `asapScheduler`. With virtual time, this
  // microtask never runs.
  pop$.pipe(take(1)).subscribe({
    next: () => calls.push(() => undefined),
    error: (error: unknown) =>
      calls.push(() => {
        throw error;
      }),
  });
  const [first] = calls;
  if (first === undefined) throw new Error('nothing to pop');
  first();
}

/**
 * Applies the popped deltas to a store with `processDeltas`. Returns the handler calls, written as in the recorded
 * results.
 */
export function consume(
  deltas: Parameters<typeof processDeltas<KubeObject>>[0],
  store: DeltaStore<KubeObject>,
): readonly Call[] {
  const calls: Call[] = [];
  processDeltas(deltas, store, {
    onAdd: (object, isInInitialList) => calls.push(['add', printObject(object), isInInitialList]),
    onUpdate: (old, object) => calls.push(['update', printObject(old), printObject(object)]),
    onDelete: (object, finalStateKnown) =>
      calls.push(['delete', printObject(object), ...(finalStateKnown ? [] : [strictKeyOf(object)])]),
  });
  return calls;
}

/**
 * Returns the known objects of a recorded test case, sorted by key: the objects of the store, and some extra keys.
 * `listKeys` returns the extra keys, but `get` does not find their objects.
 */
export function withGhosts(
  store: KnownObjects<KubeObject>,
  ghosts: Readonly<Record<string, 'missing' | 'error'>>,
): KnownObjects<KubeObject> {
  return {
    listKeys: () => [...new Set([...store.listKeys(), ...Object.keys(ghosts)])].sort(),
    get: (key) => {
      if (ghosts[key] === 'error') throw new Error('lookup failed');
      return ghosts[key] === 'missing' ? undefined : store.get(key);
    },
  };
}

/**
 * Throws an error. In some recorded steps, the process function must fail, and calls this function for that purpose.
 */
export function fail(): never {
  throw new Error('handler');
}

/**
 * Returns the name of an error in the recorded results. The name is `closed` if the queue is closed, and `handler` if
 * the process function threw the error. If the key function threw the error, the name is `key`. For any other
 * function of the user, it is the name of that function.
 */
export function failureOf(error: unknown): string {
  if (error instanceof HandlerError) return error.where === 'keyOf' ? 'key' : error.where;
  if (error instanceof FifoClosedError) return 'closed';
  if (error instanceof Error && error.message === 'handler') return error.message;
  throw error;
}
