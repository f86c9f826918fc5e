import { defer, EMPTY, Observable, repeat, type Subscriber, tap } from 'rxjs';
import { FairQueue } from './fair-queue.ts';
import { yieldToEventLoop } from '../scheduling/index.ts';

/**
 * The processing time of a server, which all HTTP requests share. Each turn of the event loop has 5 ms for new work,
 * and 5 ms for interrupted work. In both parts, the clients are served in turn. If each request had its own time slice,
 * a new request would wait for the time slices of hundreds of large answers.
 */
export class TimeBudget {
  readonly #beginning = new FairQueue<Subscriber<void>>();
  readonly #leftOff = new FairQueue<Subscriber<void>>();
  #begun: number | undefined;

  /** Returns the processing time that one request of a client may use. */
  of(client: string): RequestTime {
    return new RequestTime(this, client);
  }

  /** Returns whether the time in the current turn of the event loop is used up. */
  isOver(): boolean {
    if (this.#begun !== undefined) return performance.now() - this.#begun >= sliceMilliseconds;
    this.#begin();
    return false;
  }

  /**
   * Emits when there is time again, and then completes.
   *
   * The function uses `new Observable`, because RxJS has no queue that serves subscribers one after the other.
   *
   * @param isLeftOff - whether the work was interrupted before
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
 * The processing time of one request. The first time slice of a request is short, and most requests are answered within
 * this first time slice. If the first time slice were longer, short requests would wait longer for other requests.
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

  /** Returns whether the request must wait for its next time slice. */
  isOver(): boolean {
    if (this.#budget.isOver()) return true;
    return this.#turns === 1 && performance.now() - this.#begun >= firstMilliseconds;
  }

  /** Emits when the request has time again, and then completes. */
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
 * Runs work in the time slices of a request. Completes when the work is done.
 *
 * @param work - does a part of the work, and returns true when all work is done. The function `work` calls `leaveOff`
 * regularly, and pauses if `leaveOff` returns true.
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
