/** A reader of an event log, such as a watch. Each reader has its own position in the log. */
export interface LogReader {
  /** The position of the next event that the reader will read. */
  readonly position: number;
  /**
   * The log calls `expire` when it has dropped an event that the reader has not read. The call happens during a write,
   * so `expire` may not write.
   */
  expire(): void;
}

/**
 * The readers of one event log, grouped by the last known position of each reader. The log asks a reader for its
 * current position only when the log drops the event at the last known position. So the readers add no cost to reading
 * and appending events.
 */
export class LogReaders {
  readonly #byPosition = new Map<number, Set<LogReader>>();
  readonly #positions = new Map<LogReader, number>();

  add(reader: LogReader): () => void {
    this.#place(reader, reader.position);
    return () => this.#remove(reader);
  }

  /**
   * Handles the drop of the event at `position`. Calls `expire` of each reader that has not read the event, and removes
   * the reader.
   */
  dropped(position: number): void {
    for (const reader of this.#byPosition.get(position) ?? []) {
      this.#remove(reader);
      const now = reader.position;
      if (now > position) this.#place(reader, now);
      else reader.expire();
    }
  }

  #place(reader: LogReader, position: number): void {
    const there = this.#byPosition.get(position) ?? new Set();
    this.#byPosition.set(position, there.add(reader));
    this.#positions.set(reader, position);
  }

  #remove(reader: LogReader): void {
    const position = this.#positions.get(reader);
    if (position === undefined) return;
    this.#positions.delete(reader);
    const there = this.#byPosition.get(position);
    there?.delete(reader);
    if (there?.size === 0) this.#byPosition.delete(position);
  }
}
