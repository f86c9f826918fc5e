import type { Selection } from '../query/selection.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { isTable } from '../wire/form.ts';
import { bookmarkFrame, type EventFrames, frame, type FrameType, objectTold } from '../wire/frames.ts';
import type { InitialList } from './initial-list.ts';

/** Where a watch starts, and what it is of. */
export interface WatcherFacts {
  readonly storage: Storage;
  readonly collection: Collection;
  readonly selection: Selection;
  readonly frames: EventFrames;
  /** Changes up to this revision are not told. */
  readonly after: number;
  /** The state to tell first, as ADDED. */
  readonly initial: InitialList;
  /** Whether the initial state ends with a bookmark. */
  readonly initialEventsEnd: boolean;
}

/**
 * One watch as a reader of the history: it keeps a position and no queue, so that a slow one costs nothing and one that
 * falls behind the history is simply lost. Of the state that it tells first it holds what it has not told yet.
 */
export class Watcher {
  readonly #facts: WatcherFacts;
  #position: number;
  #initialEventsEnd: boolean;
  /** It has read all that concerns it: only a write that is noted is worth another look. */
  #isCaughtUp = false;
  /** Position of the first event that the watch does not send any more. */
  #end = Infinity;
  #bookmark: 'due' | 'forced' | undefined;
  /** The columns of a table are told with the first frame, which is nobody else's. */
  #columnsTold: boolean;

  constructor(facts: WatcherFacts) {
    this.#facts = facts;
    this.#initialEventsEnd = facts.initialEventsEnd;
    this.#columnsTold = !isTable(facts.frames.view.form);
    this.#position = facts.collection.log.positionAfter(facts.after);
  }

  /** A write at this position of the history concerns it. */
  note(position: number): void {
    if (!this.#isCaughtUp) return;
    this.#isCaughtUp = false;
    this.#position = position;
  }

  /** Of the event that it reads next. */
  get position(): number {
    return this.#isCaughtUp ? this.#facts.collection.log.end : this.#position;
  }

  /**
   * The history has left it behind: it ends, and what was to be told first is not told any more. With that it holds no
   * object that is neither stored nor in the history.
   */
  expire(): void {
    this.close();
    this.#initialEventsEnd = false;
  }

  /** The watch is over: it holds nothing any more. */
  close(): void {
    this.#facts.initial.clear();
  }

  /** Whether the history has left it behind. */
  get isLost(): boolean {
    return !this.#isCaughtUp && this.#facts.collection.log.read(this.#position) === 'lost';
  }

  /**
   * Asks for a bookmark behind what is still to be told.
   *
   * @param forced - also when the server has not moved since the watch began
   */
  bookmark(forced: boolean): void {
    this.#bookmark = forced ? 'forced' : 'due';
  }

  /** Ends the watch behind the writes that there are now. */
  end(): void {
    this.#end = Math.min(this.#end, this.#facts.collection.log.end);
  }

  /** Whether {@link end} was called. */
  get isEnding(): boolean {
    return this.#end < Infinity;
  }

  /**
   * The next frame; `undefined` when there is none for now, `'end'` when there is to be none, and when the history has
   * left this watch behind. `'skipped'` is a write that the selection leaves out: looking at it can take tens of milliseconds.
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

  /** What the write is to those who see only what the selection lets through. */
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
    const tells = !this.#columnsTold;
    this.#columnsTold = true;
    return tells;
  }
}
