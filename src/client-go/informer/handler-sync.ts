import { type Observable, ReplaySubject } from 'rxjs';

/**
 * Whether one handler has been told of the first list: its informer has synced, it is being served, and nothing of the
 * list waits or is in hand (B174). Once true, always true (B177).
 */
export class HandlerSync {
  readonly #synced = new ReplaySubject<void>(1);
  #hasUpstream = false;
  #isServed = false;
  #left = 0;
  #hasSynced = false;
  #hasEnded = false;

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get synced$(): Observable<void> {
    return this.#synced.asObservable();
  }

  /** The informer has synced, and told so. */
  upstream(): void {
    this.#hasUpstream = true;
    this.#look();
  }

  /** It has been given what is there, and hears all that follows. */
  served(): void {
    this.#isServed = true;
    this.#look();
  }

  /** So many changes of the first list, or of what it found, wait or are in hand. */
  left(count: number): void {
    this.#left = count;
    this.#look();
  }

  /** Nothing more is told. */
  end(): void {
    this.#hasEnded = true;
    this.#synced.complete();
  }

  #look(): void {
    if (this.#hasSynced || this.#hasEnded) return;
    if (!this.#hasUpstream || !this.#isServed || this.#left > 0) return;
    this.#hasSynced = true;
    this.#synced.next();
    this.#synced.complete();
  }
}
