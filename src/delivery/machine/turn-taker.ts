import type { Change } from '../../store/index.ts';
import type { Drain, Outlet } from './drain.ts';
import type { Turns } from './turns.ts';

/** What one who takes turns needs. */
export interface TurnTakerOptions<T, Wait> {
  readonly drain: Drain<T, Wait>;
  readonly turns: Pick<Turns, 'ask'>;
  readonly outlet: Outlet<Change<T>> & { error(error: unknown): void; complete(): void };
  /** Nobody wants the changes, only that they are handled. */
  readonly isUnheard: boolean | undefined;
  /** To call `ask` once that has completed. */
  readonly await: (wait: Wait) => void;
}

/** One listener of several who go on in turns: what it is told waits until its turn, and so does its end. */
export class TurnTaker<T, Wait> {
  readonly #options: TurnTakerOptions<T, Wait>;
  #isIdle = true;
  #end: { readonly failure: { readonly error: unknown } | undefined } | undefined;

  constructor(options: TurnTakerOptions<T, Wait>) {
    this.#options = options;
    options.drain.allow(Infinity);
  }

  /** What comes after the end, as when its source has begun again, is for others. */
  push(batch: readonly Change<T>[], now: number): void {
    const { drain } = this.#options;
    if (this.#end !== undefined) return;
    drain.push(batch, now);
    if (this.#isIdle && drain.hasMore) this.ask();
  }

  /** Nothing more comes; the end is told after all that waits. */
  end(failure?: { readonly error: unknown }): void {
    this.#end = { failure };
    if (this.#isIdle) this.#tellEnd();
  }

  /** It goes on when its turn comes. */
  ask(): void {
    this.#isIdle = false;
    this.#options.turns.ask(this.#goOn);
  }

  readonly #goOn = (): void => {
    const { drain, outlet, isUnheard, await: awaited } = this.#options;
    if (outlet.closed) return;
    try {
      drain.slice(outlet, isUnheard);
    } catch (error) {
      outlet.error(error); // its own end
      return;
    }
    if (drain.wait !== undefined) awaited(drain.wait);
    else if (drain.hasMore) this.ask();
    else {
      this.#isIdle = true;
      this.#tellEnd();
    }
  };

  #tellEnd(): void {
    const { outlet } = this.#options;
    if (this.#end === undefined) return;
    if (this.#end.failure === undefined) outlet.complete();
    else outlet.error(this.#end.failure.error);
  }
}
