import { concatMap, finalize, Observable, type Subscriber } from 'rxjs';
import { FairQueue } from '../fair-queue.ts';

/**
 * Places for work that holds much memory until it ends: a few for each client, and a few for all clients together. Other work
 * waits for a place, client by client.
 */
export class Places {
  readonly #mostOfClient: number;
  readonly #most: number;
  readonly #waiting = new FairQueue<Subscriber<void>>();
  /** How many places a client has taken. */
  readonly #taken = new Map<string, number>();
  #all = 0;
  #isServing = false;

  /**
   * @param mostOfClient - places of one client
   * @param most - places of all clients together
   */
  constructor(mostOfClient: number, most: number) {
    this.#mostOfClient = mostOfClient;
    this.#most = most;
  }

  /** Subscribes to the work of a client as soon as there is a place, which is free again when the work ends. */
  within<T>(client: string, work$: Observable<T>): Observable<T> {
    const place$ = this.#place(client);
    return place$.pipe(concatMap(() => work$.pipe(finalize(() => this.#release(client)))));
  }

  /**
   * Emits once a place is taken, and completes.
   *
   * By hand, because RxJS has no queue of subscribers that are served one after the other.
   */
  #place(client: string): Observable<void> {
    return new Observable((subscriber) => {
      this.#waiting.add(client, subscriber);
      this.#serve();
      return () => this.#waiting.delete(client, subscriber);
    });
  }

  #release(client: string): void {
    const left = this.#takenBy(client) - 1;
    if (left > 0) this.#taken.set(client, left);
    else this.#taken.delete(client);
    this.#all--;
    this.#serve();
  }

  /** Work that ends at once frees its place within the loop, which goes on: a call for each would overflow the stack. */
  #serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#all < this.#most) {
        const waiting = this.#waiting.next((client) => this.#takenBy(client) < this.#mostOfClient);
        if (waiting === undefined) return;
        const [client, subscriber] = waiting;
        this.#taken.set(client, this.#takenBy(client) + 1);
        this.#all++;
        subscriber.next();
        subscriber.complete();
      }
    } finally {
      this.#isServing = false;
    }
  }

  #takenBy(client: string): number {
    return this.#taken.get(client) ?? 0;
  }
}
