import { DelayHeap, type Delayed } from './delay-heap.ts';
import { microTime, type NewEvent, seriesId, type SeriesFields } from './new-event.ts';

/** The limits of the recorder. All times are in ms. */
export const eventLimits = {
  /** The time from the last occurrence of a series to its end (B279). */
  finish: 360_000,
  /** The time after which the count of a running series is written again (B279). */
  refresh: 1_800_000,
  /** The number of new events that may wait for a request. */
  queued: 1_000,
  /** The number of requests at the same time, as in client-go. */
  requests: 8,
  /** The number of series in memory, as in client-go's caches of events. */
  series: 4_096,
} as const;

/** The occurrences of one event. */
interface Series extends Delayed {
  dueAt: number;
  readonly id: string;
  readonly event: NewEvent;
  count: number;
  observedAt: number;
  /** The count in the last write that has succeeded. */
  written: number;
  /** The time of the last write. */
  writtenAt: number;
  /** True once the new event has been sent. */
  isSent: boolean;
  /** True once a count of the series has been sent. */
  hasBegun: boolean;
  isQueued: boolean;
  isSending: boolean;
  /** True after the last write of the series. A later occurrence begins a new series. */
  isFinished: boolean;
}

/** A request to send: a new event, or the new count of a series. */
export interface EventWrite {
  readonly event: NewEvent;
  /** Absent for a new event. */
  readonly series?: SeriesFields;
  /** Call this function when the request has ended. */
  readonly settle: (isWritten: boolean, now: number) => void;
}

/**
 * client-go's cache of event series (B279). The first occurrence of an event is a new event, the second begins a series, and later
 * ones are counted. The count is written after 30 min, and 6 min after the last occurrence, when the series ends. A series has one
 * request at a time, so its requests arrive in order.
 */
export class EventSeries {
  readonly #series = new Map<string, Series>();
  readonly #due = new DelayHeap<Series>();
  /** A set keeps the order, and a removal from its beginning is cheap. */
  readonly #queue = new Set<Series>();
  #sending = 0;

  /** The time at which a series has to be written or ends, or `undefined`. */
  get nextDueAt(): number | undefined {
    return this.#due.first?.dueAt;
  }

  /** Whether no request waits or is running. */
  get isIdle(): boolean {
    return this.#queue.size === 0 && this.#sending === 0;
  }

  /** Counts an occurrence of an event. Returns false for a new event if too many events wait. */
  add(event: NewEvent, now: number): boolean {
    const id = seriesId(event);
    const known = this.#series.get(id);
    if (known === undefined && this.#queue.size >= eventLimits.queued) return false;
    const series = known ?? newSeries(id, event);
    series.count++;
    series.observedAt = now;
    // `delete` and `set` keep the map in the order of the last occurrences.
    this.#series.delete(id);
    this.#series.set(id, series);
    this.#schedule(series);
    this.#enqueue(series);
    const oldest = this.#series.size > eventLimits.series ? this.#series.values().next().value : undefined;
    if (oldest !== undefined) this.#finish(oldest);
    return true;
  }

  /** Yields the requests that may be sent now. */
  *writes(now: () => number): Generator<EventWrite, void> {
    for (const series of this.#queue) {
      if (this.#sending >= eventLimits.requests) return;
      this.#queue.delete(series);
      yield this.#send(series, now());
    }
  }

  /** Queues the series that have to be written again, and ends the series without an occurrence in the last 6 min. */
  advance(now: number): void {
    for (
      let series = this.#due.first;
      series !== undefined && series.dueAt <= now;
      series = this.#due.first
    ) {
      if (series.observedAt + eventLimits.finish <= now) {
        this.#finish(series);
      } else {
        series.writtenAt = now;
        this.#schedule(series);
        this.#enqueue(series, true);
      }
    }
  }

  /** Ends all series. */
  finishAll(): void {
    for (const series of this.#series.values()) this.#finish(series);
  }

  #send(series: Series, now: number): EventWrite {
    const { count, event, observedAt } = series;
    const isNew = !series.isSent;
    series.isQueued = false;
    series.isSending = true;
    series.isSent = true;
    if (!isNew) series.hasBegun = true;
    series.writtenAt = now;
    this.#sending++;
    if (!series.isFinished) this.#schedule(series);
    return {
      event,
      ...(!isNew && { series: { count, lastObservedTime: microTime(observedAt) } }),
      settle: (isWritten, time) => {
        this.#sending--;
        series.isSending = false;
        if (isWritten) series.written = isNew ? 1 : count;
        series.writtenAt = time;
        // If the last write of a finished series fails, it is not sent again. Otherwise it could fail again and again.
        if (isWritten || !series.isFinished) this.#enqueue(series);
      },
    };
  }

  /**
   * Queues a series if it needs a write. The first and the second occurrence need a write at once. Later occurrences
   * need a write when the series is due or ends.
   */
  #enqueue(series: Series, isDue = series.isFinished): void {
    const { count, isSent, hasBegun, isQueued, isSending, written } = series;
    if (isQueued || isSending) return;
    const isWanted = !isSent || (count > 1 && (!hasBegun || (isDue && count > written)));
    if (!isWanted) return;
    series.isQueued = true;
    this.#queue.add(series);
  }

  #finish(series: Series): void {
    this.#series.delete(series.id);
    series.dueAt = Infinity;
    this.#due.update(series);
    this.#enqueue(series, true);
    series.isFinished = true;
  }

  #schedule(series: Series): void {
    const { observedAt, writtenAt } = series;
    series.dueAt = Math.min(observedAt + eventLimits.finish, writtenAt + eventLimits.refresh);
    this.#due.update(series);
  }
}

const newSeries = (id: string, event: NewEvent): Series => ({
  id,
  event,
  count: 0,
  observedAt: 0,
  written: 0,
  writtenAt: Infinity,
  isSent: false,
  hasBegun: false,
  isQueued: false,
  isSending: false,
  isFinished: false,
  dueAt: Infinity,
  heapIndex: -1,
});
