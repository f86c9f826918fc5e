import { tooManyRequests } from '../status/refusals.ts';

/**
 * Counts the bytes of answers that are in memory until clients have read them. Bytes that several answers share, such
 * as events of watches, count once.
 */
export class UnsentBytes {
  readonly #most: number;
  readonly #holders = new Map<Uint8Array, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Adds bytes. A single answer that is larger than the limit is allowed if nothing else is held, so that it can still
   * be sent.
   *
   * @param mayRefuse - if false, the bytes are counted and never refused
   * @throws Refusal 429 if there would be too many bytes
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
   * Refuses a write before its handler runs: once a write is stored, the server sends its answer in any case.
   *
   * @throws Refusal 429 if there is no room left
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

/** The bytes of one answer that count until the client has read them or its connection closes. */
export class AnswerBytes {
  readonly #all: UnsentBytes;
  readonly #mayRefuse: boolean;
  readonly #mine = new Set<Uint8Array>();
  #isClosed = false;

  /** @param mayRefuse - false for the answer of a write: the write is already stored, and a refusal would be wrong */
  constructor(all: UnsentBytes, mayRefuse = true) {
    this.#all = all;
    this.#mayRefuse = mayRefuse;
  }

  /**
   * Holds the bytes until the returned function is called. Returns `undefined` for bytes that are not counted: bytes
   * that the answer holds already, and small pieces. Only a few small pieces wait on a connection, and counting them
   * would cost more than it is worth.
   *
   * @throws Refusal 429, for a read
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
