import { HandlerError, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import { type DeletedFinalStateUnknown, deletionHandlingKeyOf, isTombstone } from '../tombstone.ts';
import type { ImperativePop } from './imperative-pop.ts';
import type { Queue } from './queue.ts';

export interface WritableFifo<T extends KubeObject> {
  readonly length: number;
  readonly hasSynced: boolean;
  write(event: ReflectorEvent<T>): void;
  deleteTombstone(key: ObjectKey, object: T | undefined): void;
}

/**
 * Creates all members of client-go's `Queue` except `pop`: a method for each write, and an Observer of the events of a
 * reflector.
 */
export function imperativeQueue<T extends KubeObject, Popped extends readonly object[]>(
  fifo: WritableFifo<T>,
  popped: ImperativePop<Popped>,
  keyFunction: (object: T) => ObjectKey = deletionHandlingKeyOf,
): Omit<Queue<T, Popped>, 'pop'> {
  const write = (event: ReflectorEvent<T>): void => {
    try {
      fifo.write(event);
    } finally {
      // `wake` is called also after an error: if a list fails half-way, a DeltaFIFO keeps the first deltas of
      // the list.
      popped.wake();
    }
  };

  return {
    get length() {
      return fifo.length;
    },
    add: (object) => write({ type: 'ADDED', object }),
    update: (object) => write({ type: 'MODIFIED', object }),
    delete: (object) => {
      if (isTombstone(object)) {
        fifo.deleteTombstone(object.key, object.object);
        popped.wake();
      } else write({ type: 'DELETED', object });
    },
    replace: (items, resourceVersion) => write({ type: 'REPLACED', items, resourceVersion }),
    resync: () => write({ type: 'RESYNC' }),
    hasSynced: () => fifo.hasSynced,
    close: () => popped.close(),
    isClosed: () => popped.isClosed,
    keyOf: (thing) => keyIn(thing, keyFunction),
    next: write,
    error: (error) => popped.close(error),
    complete: () => popped.close(),
  };
}

function keyIn<T extends KubeObject>(
  thing: T | DeletedFinalStateUnknown<T> | readonly object[],
  keyFunction: (object: T) => ObjectKey,
): ObjectKey {
  try {
    if (!isList(thing)) return isTombstone(thing) ? thing.key : keyFunction(thing);
    const { key } = (thing.at(-1) ?? {}) as { readonly key?: ObjectKey };
    if (key !== undefined) return key;
    throw new TypeError(thing.length === 0 ? 'there is no delta' : 'the delta is of the whole collection');
  } catch (cause) {
    throw new HandlerError('keyOf', undefined, cause);
  }
}

const isList = (thing: unknown): thing is readonly object[] => Array.isArray(thing);
