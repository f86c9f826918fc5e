import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { TimeBudget } from '../time-budget.ts';
import { Budget } from './budget.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { UnsentBytes } from './unsent-bytes.ts';

const mebibyte = 1_048_576;

/** The limits for all requests of a server together, over all connections. */
export class Budgets {
  /** In bytes: 20 bodies of the maximum size, which the server receives while it answers other requests. */
  readonly bodies: Budget = new Budget(64 * mebibyte);
  /**
   * In bytes. A watch keeps its head in memory as long as it is open. So does a request that waits on its connection.
   */
  readonly heads: Budget = new Budget(64 * mebibyte);
  /** Limits the bytes of unread answers, except watches: twelve of the largest answers that one object can make. */
  readonly answers: UnsentBytes = new UnsentBytes(256 * mebibyte);
  /** The same limit for watches, which have no time limit for reading. */
  readonly events: UnsentBytes = new UnsentBytes(256 * mebibyte);
  /** Limits the long YAML bodies that are parsed at the same time: the syntax tree of one takes up to about 40 MB. */
  readonly yaml: ConcurrencyLimit = new ConcurrencyLimit(2, 6);
  readonly time: TimeBudget = new TimeBudget();
  /** kube-apiserver allows 400 requests that read and 200 that write. */
  readonly #requests = new Budget(400);
  /** Less than {@link maxConnections}, so that some connections stay free for other requests. */
  readonly #watches = new Budget(1_500);

  /**
   * Takes a place for a request until its response, or its connection, closes. An answer that its client does not read
   * keeps its place, because the server still has work to do for it.
   *
   * @throws Refusal 429 if all places are taken
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

/** With the largest allowed head on each connection, 1 GiB. */
export const maxConnections = 2_000;

/** The size of a head: the characters of the URL and of the headers. */
export const headSize = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length);
