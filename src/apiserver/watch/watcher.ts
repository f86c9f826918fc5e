import type { Selection } from '../query/selection.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { isTable } from '../wire/form.ts';
import { bookmarkFrame, type EventFrames, frame, type FrameType, objectToSend } from '../wire/frames.ts';
import type { InitialList } from './initial-list.ts';

/** The objects that a watch selects, the start revision of the watch, and the initial objects of the watch. */
export interface WatcherFacts {
  readonly storage: Storage;
  readonly collection: Collection;
  readonly selection: Selection;
  readonly frames: EventFrames;
  /** The start revision of the watch. The watch sends only writes with a higher revision. */
  readonly after: number;
  /** The objects that the watch sends first, as ADDED events. */
  readonly initial: InitialList;
  /** Whether the watch sends a bookmark with the annotation `k8s.io/initial-events-end` after the initial objects. */
  readonly initialEventsEnd: boolean;
}

/**
 * The state of one watch. The watch reads events from the log of the collection. The watch stores only the position of
 * its next event, and has no queue of its own. So a slow watch uses no memory, but the watch ends if the log drops its
 * next event. The initial objects stay in memory until the watch has sent them.
 */
export class Watcher {
  readonly #facts: WatcherFacts;
  #position: number;
  #initialEventsEnd: boolean;
  /**
   * Whether the watch has read all writes to the objects that the watch selects. If true, the watch reads the log again
   * only after the next call of `note`.
   */
  #isCaughtUp = false;
  /** The position in the log at which the watch ends. The watch does not send the event at this position. */
  #end = Infinity;
  #bookmark: 'due' | 'forced' | undefined;
  /**
   * Whether the watch has already sent the column definitions of a table, or needs none. The first event of a table
   * contains the column definitions, so its bytes are not shared with other watches.
   */
  #columnsSent: boolean;

  constructor(facts: WatcherFacts) {
    this.#facts = facts;
    this.#initialEventsEnd = facts.initialEventsEnd;
    this.#columnsSent = !isTable(facts.frames.view.form);
    this.#position = facts.collection.log.positionAfter(facts.after);
  }

  /**
   * The collection calls `note` for each write to an object of the watch. `position` is the position of the write in
   * the log.
   */
  note(position: number): void {
    if (!this.#isCaughtUp) return;
    this.#isCaughtUp = false;
    this.#position = position;
  }

  /** The position in the log of the next event that the watch will read. */
  get position(): number {
    return this.#isCaughtUp ? this.#facts.collection.log.end : this.#position;
  }

  /**
   * The log calls `expire` when it has dropped the next event of the watch. The watch drops its unsent initial objects
   * and ends. Otherwise the watch would keep deleted objects in memory after the log has dropped these objects.
   */
  expire(): void {
    this.close();
    this.#initialEventsEnd = false;
  }

  /** Drops the unsent initial objects when the watch ends. */
  close(): void {
    this.#facts.initial.clear();
  }

  /** Whether the log has dropped the next event of the watch, so that the watch must end. */
  get isLost(): boolean {
    return !this.#isCaughtUp && this.#facts.collection.log.read(this.#position) === 'lost';
  }

  /**
   * Requests a bookmark. The watch sends the bookmark after the pending events.
   *
   * @param forced - whether the watch sends the bookmark even if the revision has not changed since the start of the
   * watch
   */
  bookmark(forced: boolean): void {
    this.#bookmark = forced ? 'forced' : 'due';
  }

  /** Ends the watch after it has sent the writes that the log contains now. */
  end(): void {
    this.#end = Math.min(this.#end, this.#facts.collection.log.end);
  }

  /** Whether the watch is about to end, because {@link end} was called. */
  get isEnding(): boolean {
    return this.#end < Infinity;
  }

  /**
   * Returns the bytes of the next event, or one of these values:
   *
   * - `undefined`: no event is available now.
   * - `'end'`: the watch has ended, or the log has dropped the next event.
   * - `'skipped'`: the watch does not select the object of the write. The check may have taken tens of milliseconds.
   */
  next(): Uint8Array | 'end' | 'skipped' | undefined {
    const { after, frames, initial } = this.#facts;
    const first = initial.next();
    if (first !== undefined) {
      return this.#takeColumns() ? frame('ADDED', first, frames.view, true) : frames.initial(first);
    }
    if (this.#initialEventsEnd) {
      this.#initialEventsEnd = false;
      return bookmarkFrame(after, true, frames.view, this.#takeColumns());
    }
    return this.#nextEvent() ?? (this.isEnding ? 'end' : this.#nextBookmark());
  }

  #nextEvent(): Uint8Array | 'end' | 'skipped' | undefined {
    const { collection, frames, after } = this.#facts;
    if (this.#isCaughtUp || this.#position >= this.#end) return undefined;
    const event = collection.log.read(this.#position);
    if (event === 'lost') return 'end';
    if (event === undefined) {
      this.#isCaughtUp = true;
      return undefined;
    }
    this.#position++;
    const type = event.revision > after ? this.#typeOf(event) : undefined;
    if (type === undefined) return 'skipped';
    const object = this.#takeColumns() ? objectToSend(event, type) : undefined;
    return object === undefined ? frames.of(event, type) : frame(type, object, frames.view, true);
  }

  /**
   * Returns the type of the event that the client gets for a write. For example, an object that stops matching the
   * selector causes a DELETED event. Returns `undefined` if the client gets no event.
   */
  #typeOf({ key, object, previous }: StorageEvent): FrameType | undefined {
    const { selection } = this.#facts;
    if (!key.startsWith(selection.prefix)) return undefined;
    const isIn = object !== undefined && selection.matches(object);
    const wasIn = previous !== undefined && selection.matches(previous);
    if (isIn) return wasIn ? 'MODIFIED' : 'ADDED';
    return wasIn ? 'DELETED' : undefined;
  }

  #nextBookmark(): Uint8Array | undefined {
    const { storage, after, frames } = this.#facts;
    const bookmark = this.#bookmark;
    if (bookmark === undefined) return undefined;
    this.#bookmark = undefined;
    const { revision } = storage;
    return revision > after || (bookmark === 'forced' && revision === after)
      ? bookmarkFrame(revision, false, frames.view, this.#takeColumns())
      : undefined;
  }

  #takeColumns(): boolean {
    const isFirst = !this.#columnsSent;
    this.#columnsSent = true;
    return isFirst;
  }
}
