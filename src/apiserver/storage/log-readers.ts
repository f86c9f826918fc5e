/** What reads a log from a position of its own. */
export interface LogReader {
  /** The position of the event that it reads next. */
  readonly position: number;
  /** The log has dropped that event. It is called within a write, so the reader must not write. */
  expire(): void;
}

/**
 * The readers of one log, each by a position at which or behind which it is. A reader is asked for its present position only
 * when the event at the known one is dropped, so that reading and appending cost nothing more.
 */
export class LogReaders {
  readonly #byPosition = new Map<number, Set<LogReader>>();
  readonly #positions = new Map<LogReader, number>();

  /** @returns removes the reader */
  add(reader: LogReader): () => void {
    this.#place(reader, reader.position);
    return () => this.#remove(reader);
  }

  /** The log has dropped the event at a position: the readers that were still to read it are taken out. */
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
