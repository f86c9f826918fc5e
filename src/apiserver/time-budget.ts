import { defer, EMPTY, Observable, repeat, type Subscriber, tap } from 'rxjs';
import { FairQueue } from './fair-queue.ts';
import { yieldToEventLoop } from '../scheduling/index.ts';

/**
 * The time of a server, which all requests from its sockets share. Each turn of the event loop has 5 ms for new work
 * and 5 ms for work that was interrupted before. In each of the two, the clients are served in turn. With a slice for
 * each request, a new request would wait for the slices of hundreds of large answers.
 */
export class TimeBudget {
  readonly #beginning = new FairQueue<Subscriber<void>>();
  readonly #leftOff = new FairQueue<Subscriber<void>>();
  #begun: number | undefined;

  /** Returns the time of one request of a client. */
  of(client: string): RequestTime {
    return new RequestTime(this, client);
  }

  /** Checks whether the time of this turn of the event loop is used up. */
  isOver(): boolean {
    if (this.#begun !== undefined) return performance.now() - this.#begun >= sliceMilliseconds;
    this.#begin();
    return false;
  }

  /**
   * Emits once there is time again, and completes.
   *
   * Uses `new Observable`, because RxJS has no queue of subscribers that are served one after the other.
   *
   * @param isLeftOff - true if the work was interrupted before
   */
  turn(client: string, isLeftOff: boolean): Observable<void> {
    const queue = isLeftOff ? this.#leftOff : this.#beginning;
    return new Observable((subscriber) => {
      if (this.#begun === undefined) this.#begin();
      queue.add(client, subscriber);
      return () => queue.delete(client, subscriber);
    });
  }

  #begin(): void {
    this.#begun = performance.now();
    yieldToEventLoop(() => {
      this.#begun = undefined;
      if (this.#beginning.isEmpty && this.#leftOff.isEmpty) return;
      this.#begin();
      this.#serve(this.#leftOff);
      this.#begun = performance.now();
      this.#serve(this.#beginning);
    });
  }

  #serve(queue: FairQueue<Subscriber<void>>): void {
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      const [, subscriber] = next;
      subscriber.next();
      subscriber.complete();
      if (this.isOver()) return;
    }
  }
}

/**
 * The time of one request. Its first slice is short. Most requests are answered within it, and would otherwise wait for
 * a whole slice of each long request before them.
 */
export class RequestTime {
  readonly client: string;
  readonly #budget: TimeBudget;
  #turns = 0;
  #begun = 0;

  constructor(budget: TimeBudget, client: string) {
    this.#budget = budget;
    this.client = client;
  }

  /** Checks whether the request has to wait for its next turn. */
  isOver(): boolean {
    if (this.#budget.isOver()) return true;
    return this.#turns === 1 && performance.now() - this.#begun >= firstMilliseconds;
  }

  /** Emits once there is time for the request again, and completes. */
  turn(): Observable<void> {
    return defer(() => this.#budget.turn(this.client, this.#turns > 0)).pipe(
      tap(() => {
        this.#turns++;
        this.#begun = performance.now();
      }),
    );
  }
}

const sliceMilliseconds = 5;
const firstMilliseconds = 1;

/**
 * Runs work while there is time; completes when the work is done.
 *
 * @param work - does a part of the work, calls `leaveOff` now and then to check whether to pause, and returns true when
 * the work is done
 */
export function workWithin(time: RequestTime, work: (leaveOff: () => boolean) => boolean): Observable<never> {
  return defer(() => {
    let isDone = false;
    const some = defer(() => {
      if (!time.isOver()) isDone = work(() => time.isOver());
      return EMPTY;
    });
    return some.pipe(repeat({ delay: () => (isDone ? EMPTY : time.turn()) }));
  });
}
