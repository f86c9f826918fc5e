import type { Socket } from 'node:net';

/** A fault of one direction of a connection. `held`: all bytes wait. `drip`: only a few bytes pass at a time. */
export type Hindrance = 'held' | { readonly drip: number } | undefined;

/**
 * Forwards the bytes of one direction of a connection in order: at once, later, or a few bytes at a time. A slow
 * receiver slows down the sender.
 */
export class OneWay {
  readonly #from: Socket;
  readonly #to: Socket;
  #waiting = Buffer.alloc(0);
  #hindrance: Hindrance;
  #cut: { left: number; readonly onCut: () => void } | undefined;
  #ended = false;
  #dripping: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket) {
    this.#from = from;
    this.#to = to;
    from.on('data', (bytes) => {
      this.#waiting = Buffer.concat([this.#waiting, bytes]);
      if (this.#hindrance === undefined) this.#pass(Infinity);
      else if (this.#waiting.length > maxHeld) from.pause();
    });
    from.on('end', () => {
      this.#ended = true;
      this.#finish();
    });
    to.on('drain', () => from.resume());
  }

  hinder(hindrance: Hindrance): void {
    clearInterval(this.#dripping);
    this.#hindrance = hindrance;
    if (hindrance === undefined) {
      this.#pass(Infinity);
      this.#from.resume();
      this.#finish();
    } else if (hindrance !== 'held') {
      this.#dripping = setInterval(() => {
        this.#pass(hindrance.drip);
        this.#from.resume();
        this.#finish();
      }, 10);
    }
  }

  /** Forwards `bytes` more bytes. Then drops all further bytes and calls `onCut`. */
  cutAfter(bytes: number, onCut: () => void): void {
    this.#cut = { left: bytes, onCut };
  }

  stop(): void {
    clearInterval(this.#dripping);
  }

  #pass(most: number): void {
    const cut = this.#cut;
    const bytes = this.#waiting.subarray(0, Math.min(most, cut?.left ?? Infinity));
    const isCut = cut !== undefined && this.#waiting.length >= cut.left;
    this.#waiting = this.#waiting.subarray(bytes.length);
    if (cut !== undefined) cut.left -= bytes.length;
    if (bytes.length > 0 && !this.#to.write(bytes, isCut ? cut.onCut : undefined)) this.#from.pause();
    else if (isCut && bytes.length === 0) cut.onCut();
  }

  #finish(): void {
    if (this.#ended && this.#waiting.length === 0 && this.#hindrance !== 'held') this.#to.end();
  }
}

/** Number of waiting bytes above which the proxy stops reading from the sender. */
const maxHeld = 1_000_000;
