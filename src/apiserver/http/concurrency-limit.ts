import { concatMap, finalize, Observable, type Subscriber } from 'rxjs';
import { FairQueue } from '../fair-queue.ts';

/**
 * Limits the work that runs at the same time, for each client and for all clients together: each piece of work holds
 * much memory until it ends. Other work waits, and the clients are served in turn.
 */
export class ConcurrencyLimit {
  readonly #maxOfClient: number;
  readonly #most: number;
  readonly #waiting = new FairQueue<Subscriber<void>>();
  /** The number of running pieces of work by client. */
  readonly #running = new Map<string, number>();
  #all = 0;
  #isServing = false;

  /**
   * @param maxOfClient - the maximum of running pieces of work of one client
   * @param most - the maximum of running pieces of work of all clients together
   */
  constructor(maxOfClient: number, most: number) {
    this.#maxOfClient = maxOfClient;
    this.#most = most;
  }

  /** Subscribes to the work of a client as soon as the limits allow it. */
  run<T>(client: string, work$: Observable<T>): Observable<T> {
    return this.#turn(client).pipe(concatMap(() => work$.pipe(finalize(() => this.#end(client)))));
  }

  /** Emits once the work of the client may run, and completes. Uses `new Observable`, as `TimeBudget` does. */
  #turn(client: string): Observable<void> {
    return new Observable((subscriber) => {
      this.#waiting.add(client, subscriber);
      this.#serve();
      return () => this.#waiting.delete(client, subscriber);
    });
  }

  #end(client: string): void {
    const left = this.#runningOf(client) - 1;
    if (left > 0) this.#running.set(client, left);
    else this.#running.delete(client);
    this.#all--;
    this.#serve();
  }

  /**
   * Work that ends synchronously calls this method from within the loop, which then continues: a nested call for each
   * piece of work would overflow the stack.
   */
  #serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#all < this.#most) {
        const waiting = this.#waiting.next((client) => this.#runningOf(client) < this.#maxOfClient);
        if (waiting === undefined) return;
        const [client, subscriber] = waiting;
        this.#running.set(client, this.#runningOf(client) + 1);
        this.#all++;
        subscriber.next();
        subscriber.complete();
      }
    } finally {
      this.#isServing = false;
    }
  }

  #runningOf(client: string): number {
    return this.#running.get(client) ?? 0;
  }
}
