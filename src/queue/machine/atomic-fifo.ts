import { keyOf, type KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { Delta, Deltas } from '../delta.ts';
import type { Fifo } from './fifo-loop.ts';
import { type Place, WaitingLine } from './waiting-line.ts';

/** Puts a delta into the line; gives back the place of one that stands alone. */
export type Put<T extends KubeObject> = (
  line: WaitingLine<Delta<T>>,
  delta: Delta<T>,
) => Place<Delta<T>> | undefined;

/** The queue whose replace passes whole; its two orders differ in how they `put`. */
export class AtomicFifo<T extends KubeObject> implements Fifo<ReflectorEvent<T>, Deltas<T>> {
  readonly #line = new WaitingLine<Delta<T>>();
  readonly #put: Put<T>;
  /** Whether an object or a list came yet; a bookmark or a resync does not count, as in RealFIFO. */
  #populated = false;
  #hasSynced = false;
  #firstList: Place<Delta<T>> | undefined;

  constructor(put: Put<T>) {
    this.#put = put;
  }

  get length(): number {
    return this.#line.length;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  write(event: ReflectorEvent<T>): void {
    const delta = deltaOf(event);
    const place = this.#put(this.#line, delta);
    if (this.#populated || delta.type === 'SyncAll' || delta.type === 'Bookmark') return;
    this.#populated = true;
    if (delta.type === 'ReplacedAll') this.#firstList = place;
    else this.#hasSynced = true;
  }

  pop(): Deltas<T> | undefined {
    const place = this.#line.shift();
    if (place !== undefined && place === this.#firstList) {
      this.#hasSynced = true;
      this.#firstList = undefined;
    }
    return place?.deltas;
  }
}

/** An event in the queue's words. The key is made here, once, and carried from here on (PF13). */
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

/** Every delta stands alone, in the order of its arrival: client-go's RealFIFO (B91, B92). */
export function arrivalOrder<T extends KubeObject>(): Put<T> {
  return (line, delta) => line.append(delta);
}

/**
 * Deltas gather under their key. No delta passes a replace or a resync: a delta that waits stays before it, and a later delta
 * stays behind it, also of the same key. So no resync repeats an old state behind a newer one (B83). Of the bookmarks that wait
 * only the newest is kept, at the end: the older ones say nothing more.
 */
export function keyOrder<T extends KubeObject>(): Put<T> {
  let bookmark: Place<Delta<T>> | undefined;
  return (line, delta) => {
    switch (delta.type) {
      case 'ReplacedAll':
      case 'SyncAll':
        line.seal();
        return line.append(delta);
      case 'Bookmark':
        if (bookmark !== undefined) line.remove(bookmark);
        bookmark = line.append(delta);
        return bookmark;
      default:
        line.join(delta.key, delta);
        return undefined;
    }
  };
}
