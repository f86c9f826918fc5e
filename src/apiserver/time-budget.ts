import { defer, EMPTY, Observable, repeat, type Subscriber, tap } from 'rxjs';
import { FairQueue } from './fair-queue.ts';
import { yieldToEventLoop } from '../scheduling/index.ts';

/**
 * The time of a server, shared by all requests from its sockets: 5 ms in a turn of the event loop for work that begins, and
 * 5 ms for work that was left off before. In each of the two the clients are served by turns. With a slice for each request,
 * hundreds of large answers would keep a new request waiting for the sum of their slices.
 */
export class TimeBudget {
  readonly #beginning = new FairQueue<Subscriber<void>>();
  readonly #leftOff = new FairQueue<Subscriber<void>>();
  #begun: number | undefined;

  /** The time of one request of a client. */
  of(client: string): RequestTime {
    return new RequestTime(this, client);
  }

  /** Whether the time of this turn of the event loop is used up. */
  isOver(): boolean {
    if (this.#begun !== undefined) return performance.now() - this.#begun >= sliceMilliseconds;
    this.#begin();
    return false;
  }

  /**
   * Emits once there is time again, and completes.
   *
   * By hand, because RxJS has no queue of subscribers that are served one after the other.
   *
   * @param isLeftOff - whether it has had time before
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
 * The time of one request. Its first slice is short: most requests are answered within it, and would otherwise wait for a
 * whole slice of each long request before them.
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

  /** Whether the request has to wait for its next turn. */
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
 * Works while there is time; completes when the work is done.
 *
 * @param work - does some, asks now and then whether to leave off, and returns true when it is done
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
