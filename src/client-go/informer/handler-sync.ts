import { type Observable, ReplaySubject } from 'rxjs';

/**
 * Whether one handler has been called with the first list: its informer has synced, its delivery has started, and no change of
 * the list waits or is in flight (B174). It stays true (B177).
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

  /** The informer has synced. */
  upstreamHasSynced(): void {
    this.#upstreamHasSynced = true;
    this.#update();
  }

  /** The handler's buffer has the current content, and gets the changes that follow. */
  started(): void {
    this.#isStarted = true;
    this.#update();
  }

  /** The number of changes of the first list, or of the content at the start, that wait or are in flight. */
  pending(count: number): void {
    this.#pending = count;
    this.#update();
  }

  /** The handler gets no more changes. */
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
