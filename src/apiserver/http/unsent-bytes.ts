import { tooManyRequests } from '../status/refusals.ts';

/**
 * Counts the bytes of responses in memory, until the clients have read the bytes. If several responses share the same
 * bytes, for example an event of several watches, the bytes count once.
 */
export class UnsentBytes {
  readonly #most: number;
  readonly #holders = new Map<Uint8Array, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Adds bytes. If no other bytes are in memory, the method accepts even a response that is larger than the limit.
   * Otherwise, the server could never send the response.
   *
   * @param mayRefuse - if `false`, the method counts the bytes and never throws
   * @throws Refusal 429 if the bytes would exceed the limit
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
   * Refuses a write if the limit is reached. The caller calls the method before the handler of the write runs, because
   * the server always sends the response after a write is stored.
   *
   * @throws Refusal 429 if the number of bytes has reached the limit
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

/** The bytes of one response. The bytes count until the client has read the bytes, or until the connection closes. */
export class AnswerBytes {
  readonly #all: UnsentBytes;
  readonly #mayRefuse: boolean;
  readonly #mine = new Set<Uint8Array>();
  #isClosed = false;

  /**
   * @param mayRefuse - `false` for the response of a write, because the write is already stored and a refusal would be
   * wrong
   */
  constructor(all: UnsentBytes, mayRefuse = true) {
    this.#all = all;
    this.#mayRefuse = mayRefuse;
  }

  /**
   * Counts bytes until the caller calls the returned function. Returns `undefined` for bytes that the response already
   * counts, for small pieces, and after `close`. Small pieces do not count, because only a few small pieces wait on a
   * connection.
   *
   * @throws Refusal 429 for the response of a read
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
