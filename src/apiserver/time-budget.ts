import { defer, EMPTY, Observable, repeat, type Subscriber } from 'rxjs';
import { yieldToEventLoop } from '../objects/index.ts';

/**
 * The time of a server, shared by all requests from its sockets: 5 ms in a turn of the event loop for work that begins, and
 * 5 ms for work that was left off before. With a slice for each request, hundreds of large answers would keep a new
 * request waiting for the sum of their slices.
 */
export class TimeBudget {
  /** In the order in which they are served. A `Set`, because one may leave. */
  readonly #beginning = new Set<Subscriber<void>>();
  readonly #leftOff = new Set<Subscriber<void>>();
  #begun: number | undefined;

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
  turn(isLeftOff: boolean): Observable<void> {
    const queue = isLeftOff ? this.#leftOff : this.#beginning;
    return new Observable((subscriber) => {
      if (this.#begun === undefined) this.#begin();
      queue.add(subscriber);
      return () => queue.delete(subscriber);
    });
  }

  #begin(): void {
    this.#begun = performance.now();
    yieldToEventLoop(() => {
      this.#begun = undefined;
      if (this.#beginning.size + this.#leftOff.size === 0) return;
      this.#begin();
      this.#serve(this.#leftOff);
      this.#begun = performance.now();
      this.#serve(this.#beginning);
    });
  }

  #serve(queue: Set<Subscriber<void>>): void {
    for (const subscriber of queue) {
      subscriber.next();
      subscriber.complete();
      if (this.isOver()) return;
    }
  }
}

const sliceMilliseconds = 5;

/**
 * Works while there is time; completes when the work is done.
 *
 * @param work - does some, asks now and then whether to leave off, and returns true when it is done
 */
export function workWithin(time: TimeBudget, work: (leaveOff: () => boolean) => boolean): Observable<never> {
  return defer(() => {
    let [isDone, isLeftOff] = [false, false];
    const some = defer(() => {
      if (!time.isOver()) isDone = work(() => time.isOver());
      return EMPTY;
    });
    return some.pipe(
      repeat({
        delay: () => {
          if (isDone) return EMPTY;
          const turn$ = time.turn(isLeftOff);
          isLeftOff = true;
          return turn$;
        },
      }),
    );
  });
}
