import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { TimeBudget } from '../time-budget.ts';
import { Budget } from './budget.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { UnsentBytes } from './unsent-bytes.ts';

const mebibyte = 1_048_576;

/** What all requests of a server may hold together, however many connections they come by. */
export class Budgets {
  /** Bytes: twenty of the largest bodies, which come in while other requests are answered. */
  readonly bodies: Budget = new Budget(64 * mebibyte);
  /** Bytes: a watch keeps its head as long as it lives, and so does a request that waits on its connection. */
  readonly heads: Budget = new Budget(64 * mebibyte);
  /** Of answers that have not been read, but for watches: twelve of the largest that one object can make. */
  readonly answers: UnsentBytes = new UnsentBytes(256 * mebibyte);
  /** The same of watches, which no time cuts off. */
  readonly events: UnsentBytes = new UnsentBytes(256 * mebibyte);
  /** Long bodies in YAML that are being read at the same time: the syntax tree of one takes up to some 40 MB. */
  readonly yaml: ConcurrencyLimit = new ConcurrencyLimit(2, 6);
  readonly time: TimeBudget = new TimeBudget();
  /** The real server has 400 that read and 200 that write. */
  readonly #requests = new Budget(400);
  /** Some of the {@link mostConnections} stay free for other requests. */
  readonly #watches = new Budget(1_500);

  /**
   * Takes a place for a request until its response, or its connection, closes. An answer that its client does not read keeps
   * its place, because work on it is left.
   *
   * @throws Refusal 429 where all places are taken
   */
  admit(incoming: IncomingMessage, answering: EventEmitter, isWatch: boolean): void {
    const places = isWatch ? this.#watches : this.#requests;
    const size = headSize(incoming);
    places.take(1);
    try {
      this.heads.take(size);
    } catch (error) {
      places.release(1);
      throw error;
    }
    answering.once('close', () => {
      places.release(1);
      this.heads.release(size);
    });
  }
}

/** With the largest head that may come by each, 1 GiB. */
export const mostConnections = 2_000;

/** Characters of the URL and of the headers. */
export const headSize = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length);
