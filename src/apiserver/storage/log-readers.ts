/** A reader of a log with its own position. */
export interface LogReader {
  /** The position of the next event that it reads. */
  readonly position: number;
  /** Called when the log has dropped that event. The call happens within a write, so the reader must not write. */
  expire(): void;
}

/**
 * The readers of one log, by the last known position of each. A reader is asked for its current position only when the
 * log drops the event at its known position. So reading and appending cost nothing more.
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

  /** Removes the readers that have not read the dropped event at `position`, and notifies them. */
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
