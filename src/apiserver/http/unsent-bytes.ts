import { tooManyRequests } from '../status/refusals.ts';

/**
 * The bytes of answers that are in memory until clients have read them. Bytes that many answers share, as the events of
 * watches, count once.
 */
export class UnsentBytes {
  readonly #most: number;
  readonly #holders = new Map<Uint8Array, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Holds the bytes. Nothing else is held where one answer is larger than all of them may be together: it can still be sent.
   *
   * @param mayRefuse - whether the bytes need room; else they count and nothing is refused
   * @throws Refusal 429 where there would be too many
   */
  add(bytes: Uint8Array, mayRefuse = true): void {
    const holders = this.#holders.get(bytes) ?? 0;
    if (holders === 0) {
      if (mayRefuse && this.#held > 0 && this.#held + bytes.length > this.#most) throw tooManyRequests();
      this.#held += bytes.length;
    }
    this.#holders.set(bytes, holders + 1);
  }

  /**
   * Refuses a write before its handler runs, because the server sends the answer of a stored write in any case.
   *
   * @throws Refusal 429 where there is no room left
   */
  refuseIfFull(): void {
    if (this.#held >= this.#most) throw tooManyRequests();
  }

  delete(bytes: Uint8Array): void {
    const holders = this.#holders.get(bytes) ?? 0;
    if (holders > 1) this.#holders.set(bytes, holders - 1);
    else if (this.#holders.delete(bytes)) this.#held -= bytes.length;
  }
}

/** What one answer holds, until it has been read or its connection closes. */
export class AnswerBytes {
  readonly #all: UnsentBytes;
  readonly #mayRefuse: boolean;
  readonly #mine = new Set<Uint8Array>();
  #isClosed = false;

  /** @param mayRefuse - false for the answer of a write: the write is stored by then, and a refusal would deny that */
  constructor(all: UnsentBytes, mayRefuse = true) {
    this.#all = all;
    this.#mayRefuse = mayRefuse;
  }

  /**
   * Holds the bytes until the returned function is called. Returns `undefined` for bytes that it does not count: those that it
   * holds already, and small pieces, of which at most a few wait on a connection, and whose writes would cost more.
   *
   * @throws Refusal 429, of a read
   */
  hold(bytes: Uint8Array): (() => void) | undefined {
    if (bytes.length < smallest || this.#isClosed || this.#mine.has(bytes)) return undefined;
    this.#all.add(bytes, this.#mayRefuse);
    this.#mine.add(bytes);
    return () => {
      if (this.#mine.delete(bytes)) this.#all.delete(bytes);
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const bytes of this.#mine) this.#all.delete(bytes);
    this.#mine.clear();
  }
}

const smallest = 65_536;
