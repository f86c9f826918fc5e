import { type Observable, take } from 'rxjs';
import { HandlerError, type KubeObject } from 'rx-informer';
import { type DeltaStore, FifoClosedError, type KnownObjects, processDeltas } from 'rx-informer/client-go';
import type { Call } from './calls.ts';
import { parseObject, printObject, strictKeyOf } from './objects.ts';

/** A write of a trace, to a DeltaFIFO or a RealFIFO. */
export interface QueueStep {
  readonly op: string;
  readonly obj?: string | null;
  readonly key?: string;
  readonly list?: readonly string[];
  readonly rv?: string;
}

/** The methods of both queues that the traces use for writes. */
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

/** Executes a write of a trace. */
export function write(queue: Writes, { op, obj, key = '', list = [], rv = '' }: QueueStep): void {
  const object = obj === undefined || obj === null ? undefined : parseObject(obj);
  if (op === 'deleteTombstone') queue.delete({ key, object, finalStateKnown: false });
  else if (op === 'replace') queue.replace(list.map(parseObject), rv);
  else if (op === 'resync' || op === 'close') queue[op]();
  else if (object !== undefined && (op === 'add' || op === 'update' || op === 'delete')) queue[op](object);
  else throw new Error(`no operation ${op}`);
}

/** Subscribes to a pop that emits at once. Throws the error of the pop. */
export function popNow(pop$: Observable<unknown>): void {
  const calls: (() => void)[] = [];
  // `take(1)`, because the completion waits for a microtask in `asapScheduler`, which never runs in a topic with
  // virtual time.
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

/** Processes popped deltas with the library. Returns the calls of the handler in the notation of the traces. */
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
 * The known objects of a trace, sorted: those of the store, and ghosts, whose keys are listed but cannot be looked up.
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

/** Throws the error that the traces use for a failed process function. */
export function fail(): never {
  throw new Error('handler');
}

/**
 * The name of an error in the traces: the function of the user that threw, `handler` for the process function, or
 * `closed`.
 */
export function failureOf(error: unknown): string {
  if (error instanceof HandlerError) return error.where === 'keyOf' ? 'key' : error.where;
  if (error instanceof FifoClosedError) return 'closed';
  if (error instanceof Error && error.message === 'handler') return error.message;
  throw error;
}
