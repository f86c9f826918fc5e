import type { Selection } from '../query/selection.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { isTable } from '../wire/form.ts';
import { bookmarkFrame, type EventFrames, frame, type FrameType, objectTold } from '../wire/frames.ts';
import type { InitialList } from './initial-list.ts';

/** The start revision of a watch, and the objects that it watches. */
export interface WatcherFacts {
  readonly storage: Storage;
  readonly collection: Collection;
  readonly selection: Selection;
  readonly frames: EventFrames;
  /** The start revision. The watch sends only changes with a higher revision. */
  readonly after: number;
  /** The objects that the watch sends first, as events of type ADDED. */
  readonly initial: InitialList;
  /** Whether the watch sends a bookmark after the initial objects. */
  readonly initialEventsEnd: boolean;
}

/**
 * The state of one watch that reads the history. The watch stores the position of its next event, and has no queue. So
 * a slow watch uses no memory, but the watch ends if the log drops its next event. The watch stores the initial objects
 * until it has sent them.
 */
export class Watcher {
  readonly #facts: WatcherFacts;
  #position: number;
  #initialEventsEnd: boolean;
  /**
   * Whether the watch has read all writes that concern it. If true, the watch reads again only after a call of `note`.
   */
  #isCaughtUp = false;
  /** The position at which the watch ends. The watch does not send the event at this position. */
  #end = Infinity;
  #bookmark: 'due' | 'forced' | undefined;
  /**
   * Whether the watch has sent the columns of a table. The first frame of a table contains the columns, so the first
   * frame is not shared with other watches.
   */
  #columnsSent: boolean;

  constructor(facts: WatcherFacts) {
    this.#facts = facts;
    this.#initialEventsEnd = facts.initialEventsEnd;
    this.#columnsSent = !isTable(facts.frames.view.form);
    this.#position = facts.collection.log.positionAfter(facts.after);
  }

  /** Called when a write concerns the watch. `position` is the position of the write in the log. */
  note(position: number): void {
    if (!this.#isCaughtUp) return;
    this.#isCaughtUp = false;
    this.#position = position;
  }

  /** The position of the next event that the watch will read. */
  get position(): number {
    return this.#isCaughtUp ? this.#facts.collection.log.end : this.#position;
  }

  /**
   * Called when the log has dropped the next event. The watch ends, and does not send the rest of the initial objects.
   * So the watch does not keep objects in memory that are neither stored nor in the history.
   */
  expire(): void {
    this.close();
    this.#initialEventsEnd = false;
  }

  /** Releases the initial objects, because the watch has ended. */
  close(): void {
    this.#facts.initial.clear();
  }

  /** Whether the log has dropped the next event of the watch. */
  get isLost(): boolean {
    return !this.#isCaughtUp && this.#facts.collection.log.read(this.#position) === 'lost';
  }

  /**
   * Requests a bookmark, which the watch sends after the pending frames.
   *
   * @param forced - whether the watch sends the bookmark even if the revision has not changed since the start of the
   * watch
   */
  bookmark(forced: boolean): void {
    this.#bookmark = forced ? 'forced' : 'due';
  }

  /** Ends the watch after it has sent the existing writes. */
  end(): void {
    this.#end = Math.min(this.#end, this.#facts.collection.log.end);
  }

  /** Whether {@link end} was called. */
  get isEnding(): boolean {
    return this.#end < Infinity;
  }

  /**
   * Returns the next frame.
   *
   * - `undefined`: there is no frame now.
   * - `'end'`: there are no more frames, or the log has dropped the next event.
   * - `'skipped'`: the selection does not include the object of the write. The check may have taken tens of
   *   milliseconds.
   */
  next(): Uint8Array | 'end' | 'skipped' | undefined {
    const { after, frames, initial } = this.#facts;
    const first = initial.next();
    if (first !== undefined) {
      return this.#tellsColumns() ? frame('ADDED', first, frames.view, true) : frames.initial(first);
    }
    if (this.#initialEventsEnd) {
      this.#initialEventsEnd = false;
      return bookmarkFrame(after, true, frames.view, this.#tellsColumns());
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
    const object = this.#tellsColumns() ? objectTold(event, type) : undefined;
    return object === undefined ? frames.of(event, type) : frame(type, object, frames.view, true);
  }

  /**
   * Returns the type of the event for a client that sees only the selected objects. Returns `undefined` if the client
   * does not see the write.
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
      ? bookmarkFrame(revision, false, frames.view, this.#tellsColumns())
      : undefined;
  }

  #tellsColumns(): boolean {
    const tells = !this.#columnsSent;
    this.#columnsSent = true;
    return tells;
  }
}
