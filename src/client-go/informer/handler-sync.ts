import { type Observable, ReplaySubject } from 'rxjs';

/**
 * Tracks whether one handler has been called with the first list. The handler has synced when three things
 * are true: the informer has synced, the delivery has started, and the handler has handled all changes of the
 * list (B174). The handler then stays synced (B177).
 */
export class HandlerSync {
  readonly #synced = new ReplaySubject<void>(1);
  #upstreamHasSynced = false;
  #isStarted = false;
  #pending = 0;
  #hasSynced = false;
  #hasEnded = false;

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get synced$(): Observable<void> {
    return this.#synced.asObservable();
  }

  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#update();
  }

  /**
   * Call `started` when the buffer of the handler contains the current objects and receives all later
   * changes.
   */
  started(): void {
    this.#isStarted = true;
    this.#update();
  }

  /**
   * Sets how many initial changes the handler still has to handle. Initial changes are the changes of the
   * first list, or the objects that the store already has at the start of the delivery.
   */
  pending(count: number): void {
    this.#pending = count;
    this.#update();
  }

  /** Call `end` when the handler receives no more changes. */
  end(): void {
    this.#hasEnded = true;
    this.#synced.complete();
  }

  #update(): void {
    if (this.#hasSynced || this.#hasEnded) return;
    if (!this.#upstreamHasSynced || !this.#isStarted || this.#pending > 0) return;
    this.#hasSynced = true;
    this.#synced.next();
    this.#synced.complete();
  }
}
