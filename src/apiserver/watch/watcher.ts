import type { Selection } from '../query/selection.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { isTable } from '../wire/form.ts';
import { bookmarkFrame, type EventFrames, frame, type FrameType, objectTold } from '../wire/frames.ts';
import type { InitialList } from './initial-list.ts';

/** The start of a watch, and the objects that it watches. */
export interface WatcherFacts {
  readonly storage: Storage;
  readonly collection: Collection;
  readonly selection: Selection;
  readonly frames: EventFrames;
  /** The watch does not send changes up to this revision. */
  readonly after: number;
  /** The objects that the watch sends first, as ADDED. */
  readonly initial: InitialList;
  /** Whether a bookmark follows the initial objects. */
  readonly initialEventsEnd: boolean;
}

/**
 * One watch as a reader of the history. It keeps a position and no queue. So a slow watch costs no memory, and a watch
 * that falls behind the history is lost. Of the initial objects it keeps only those that it has not sent yet.
 */
export class Watcher {
  readonly #facts: WatcherFacts;
  #position: number;
  #initialEventsEnd: boolean;
  /** Whether the watch has read all writes that concern it. Then it reads again only after a call of `note`. */
  #isCaughtUp = false;
  /** The position of the first event that the watch does not send any more. */
  #end = Infinity;
  #bookmark: 'due' | 'forced' | undefined;
  /**
   * Whether the columns of a table were sent. The first frame contains them, so no other watch can share that frame.
   */
  #columnsSent: boolean;

  constructor(facts: WatcherFacts) {
    this.#facts = facts;
    this.#initialEventsEnd = facts.initialEventsEnd;
    this.#columnsSent = !isTable(facts.frames.view.form);
    this.#position = facts.collection.log.positionAfter(facts.after);
  }

  /** Called when the write at this position of the history concerns the watch. */
  note(position: number): void {
    if (!this.#isCaughtUp) return;
    this.#isCaughtUp = false;
    this.#position = position;
  }

  /** The position of the next event to read. */
  get position(): number {
    return this.#isCaughtUp ? this.#facts.collection.log.end : this.#position;
  }

  /**
   * Called when the log has dropped the next event. The watch ends and does not send the rest of the initial objects.
   * So it keeps no object in memory that is neither stored nor in the history.
   */
  expire(): void {
    this.close();
    this.#initialEventsEnd = false;
  }

  /** Releases the initial objects, because the watch has ended. */
  close(): void {
    this.#facts.initial.clear();
  }

  /** Whether the log has dropped the next event. */
  get isLost(): boolean {
    return !this.#isCaughtUp && this.#facts.collection.log.read(this.#position) === 'lost';
  }

  /**
   * Requests a bookmark after the pending frames.
   *
   * @param forced - also if the server has no new revision since the start of the watch
   */
  bookmark(forced: boolean): void {
    this.#bookmark = forced ? 'forced' : 'due';
  }

  /** Ends the watch after the writes that exist now. */
  end(): void {
    this.#end = Math.min(this.#end, this.#facts.collection.log.end);
  }

  /** Whether {@link end} was called. */
  get isEnding(): boolean {
    return this.#end < Infinity;
  }

  /**
   * Returns the next frame. `undefined`: there is none now. `'end'`: there are no more, or the log has dropped the next
   * event. `'skipped'`: the selection does not include the write; the check may have taken tens of milliseconds.
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
   * Returns the type of the event for a client that sees only the selected objects; `undefined` if the client does not
   * see the write.
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
