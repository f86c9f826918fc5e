/** A reader of a log. Each reader has its own position in the log. */
export interface LogReader {
  /** The position of the next event that the reader will read. */
  readonly position: number;
  /**
   * Called when the log has dropped the next event of the reader. The call happens during a write, so the reader must
   * not write.
   */
  expire(): void;
}

/**
 * The readers of one log, by the last known position of each reader. The log reads the current position of a reader
 * only when it drops the event at the last known position. So the readers add no cost to reading and appending.
 */
export class LogReaders {
  readonly #byPosition = new Map<number, Set<LogReader>>();
  readonly #positions = new Map<LogReader, number>();

  /**
   * Adds a reader.
   *
   * @returns a function that removes the reader
   */
  add(reader: LogReader): () => void {
    this.#place(reader, reader.position);
    return () => this.#remove(reader);
  }

  /** Removes and notifies the readers that have not read the dropped event at `position`. */
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
