import { keyOf, type KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { Delta, Deltas } from '../delta.ts';
import type { Fifo } from './fifo-loop.ts';
import { KeyedDeltaQueue, type QueueEntry } from './keyed-delta-queue.ts';

/**
 * Adds a delta to the queue. @returns the queue entry that contains only this delta; `undefined` if the delta
 * shares an entry
 */
export type Put<T extends KubeObject> = (
  queue: KeyedDeltaQueue<Delta<T>>,
  delta: Delta<T>,
) => QueueEntry<Delta<T>> | undefined;

/**
 * A queue in which a whole list is one delta. The function `put` decides the order of the queue: `keyOrder`
 * and `arrivalOrder` each create such a function.
 */
export class AtomicFifo<T extends KubeObject> implements Fifo<ReflectorEvent<T>, Deltas<T>> {
  readonly #queue = new KeyedDeltaQueue<Delta<T>>();
  readonly #put: Put<T>;
  /**
   * Whether an object or a list has arrived in the queue. A bookmark or a resync does not count, as in
   * client-go's RealFIFO.
   */
  #populated = false;
  #hasSynced = false;
  #firstList: QueueEntry<Delta<T>> | undefined;

  constructor(put: Put<T>) {
    this.#put = put;
  }

  get length(): number {
    return this.#queue.length;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  write(event: ReflectorEvent<T>): void {
    const delta = deltaOf(event);
    const entry = this.#put(this.#queue, delta);
    if (this.#populated || delta.type === 'SyncAll' || delta.type === 'Bookmark') return;
    this.#populated = true;
    if (delta.type === 'ReplacedAll') this.#firstList = entry;
    else this.#hasSynced = true;
  }

  pop(): Deltas<T> | undefined {
    const entry = this.#queue.shift();
    if (entry !== undefined && entry === this.#firstList) {
      this.#hasSynced = true;
      this.#firstList = undefined;
    }
    return entry?.deltas;
  }
}

/**
 * Converts a reflector event to a delta. The key of the object is created only here, and later pipeline
 * stages reuse the key (PF13).
 */
function deltaOf<T extends KubeObject>(event: ReflectorEvent<T>): Delta<T> {
  switch (event.type) {
    case 'REPLACED': {
      const { items: objects, ...rest } = event;
      return { ...rest, type: 'ReplacedAll', objects };
    }
    case 'RESYNC':
      return { type: 'SyncAll' };
    case 'BOOKMARK':
      return { type: 'Bookmark', resourceVersion: event.resourceVersion };
    case 'DELETED': {
      const { object, finalStateKnown } = event;
      const deleted = { type: 'Deleted', key: keyOf(object), object } as const;
      return finalStateKnown === undefined ? deleted : { ...deleted, finalStateKnown };
    }
    default:
      return { type: deltaTypes[event.type], key: keyOf(event.object), object: event.object };
  }
}

const deltaTypes = { ADDED: 'Added', MODIFIED: 'Updated' } as const;

/**
 * Creates the function that adds a delta if the queue has the order `arrival`. Each delta gets its own entry,
 * as in client-go's RealFIFO (B91, B92).
 */
export function arrivalOrder<T extends KubeObject>(): Put<T> {
  return (queue, delta) => queue.append(delta);
}

/**
 * Creates the function that adds a delta if the queue has the order `key`: the deltas of one key coalesce. No
 * delta overtakes a list or a resync in the queue. So a resync never repeats an old state after a newer state
 * (B83). The queue keeps only the newest bookmark, at its end, because the newest bookmark includes the older
 * bookmarks.
 */
export function keyOrder<T extends KubeObject>(): Put<T> {
  let bookmark: QueueEntry<Delta<T>> | undefined;
  return (queue, delta) => {
    switch (delta.type) {
      case 'ReplacedAll':
      case 'SyncAll':
        queue.closeEntries();
        return queue.append(delta);
      case 'Bookmark':
        if (bookmark !== undefined) queue.remove(bookmark);
        bookmark = queue.append(delta);
        return bookmark;
      default:
        queue.coalesce(delta.key, delta);
        return undefined;
    }
  };
}
