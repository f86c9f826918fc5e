import { concatMap, finalize, Observable, type Subscriber } from 'rxjs';
import { FairQueue } from '../fair-queue.ts';

/**
 * Limits the amount of work that runs at the same time, because each running piece of work needs much memory. The class
 * has a limit per client and a limit for all clients together. Waiting work of the clients starts in turn, one piece
 * per client.
 */
export class ConcurrencyLimit {
  readonly #maxOfClient: number;
  readonly #most: number;
  readonly #waiting = new FairQueue<Subscriber<void>>();
  /** The number of running pieces of work per client. */
  readonly #running = new Map<string, number>();
  #all = 0;
  #isServing = false;

  /**
   * @param maxOfClient - the maximum number of running pieces of work per client
   * @param most - the maximum number of running pieces of work of all clients together
   */
  constructor(maxOfClient: number, most: number) {
    this.#maxOfClient = maxOfClient;
    this.#most = most;
  }

  /** Subscribes to the work of a client as soon as the limits allow the work. */
  run<T>(client: string, work$: Observable<T>): Observable<T> {
    return this.#turn(client).pipe(concatMap(() => work$.pipe(finalize(() => this.#end(client)))));
  }

  /**
   * Emits and completes as soon as the work of the client may run. The method uses `new Observable`, because RxJS has
   * no queue that serves the clients in turn.
   */
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
   * Starts waiting work. If a piece of work ends synchronously, the end calls `#serve` from within the loop. The nested
   * call returns at once and the loop continues, because nested calls for each piece of work would overflow the stack.
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
