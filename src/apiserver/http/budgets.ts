import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { TimeBudget } from '../time-budget.ts';
import { Budget } from './budget.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { UnsentBytes } from './unsent-bytes.ts';

const mebibyte = 1_048_576;

/** The limits for all requests of a server together, over all connections. */
export class Budgets {
  /**
   * The limit for the bodies that the server receives at the same time, in bytes. The limit allows about 20 bodies of
   * the maximum size.
   */
  readonly bodies: Budget = new Budget(64 * mebibyte);
  /**
   * The limit for the heads of requests, in bytes. An open watch keeps its head in memory. A request that waits on its
   * connection also keeps its head in memory.
   */
  readonly heads: Budget = new Budget(64 * mebibyte);
  /**
   * The limit for the bytes of unread responses, except watches. The limit is about 12 times the size of the largest
   * response with one object.
   */
  readonly answers: UnsentBytes = new UnsentBytes(256 * mebibyte);
  /**
   * The limit for the unread bytes of watches. A watch has no read timeout, so a client may leave bytes unread for any
   * length of time.
   */
  readonly events: UnsentBytes = new UnsentBytes(256 * mebibyte);
  /**
   * The limit for the long YAML bodies that the server parses at the same time. The syntax tree of one body takes up to
   * about 40 MB.
   */
  readonly yaml: ConcurrencyLimit = new ConcurrencyLimit(2, 6);
  readonly time: TimeBudget = new TimeBudget();
  /**
   * The limit for requests that are not watches. kube-apiserver allows 400 requests that read and 200 requests that
   * write.
   */
  readonly #requests = new Budget(400);
  /**
   * The limit for watches. The limit is less than {@link maxConnections}, so that connections remain for other
   * requests.
   */
  readonly #watches = new Budget(1_500);

  /**
   * Counts a request until the response is complete or the connection closes. A response that the client does not read
   * still counts, because the server still has to send the response.
   *
   * @throws Refusal 429 if the server already has the maximum number of requests
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

/** The maximum number of connections. With a head of the maximum size on each connection, the heads take 1 GiB. */
export const maxConnections = 2_000;

/** Returns the size of a head: the number of characters in the URL and in the headers. */
export const headSize = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length);
