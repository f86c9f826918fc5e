import { NEVER, type Observable } from 'rxjs';

/** How fast the other end reads: pieces of a body are made only while it is writable. */
export interface Flow {
  writable(): boolean;
  /** Emits when it is writable again. */
  readonly drain$: Observable<unknown>;
}

/** Whoever takes all at once: a subscriber in this process. */
export const freeFlow: Flow = { writable: () => true, drain$: NEVER };
