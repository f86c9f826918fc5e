import type { Change } from '../../store/index.ts';
import type { Drain, Outlet } from './drain.ts';

/** What one who takes turns needs. */
export interface TurnTakerOptions<T, Wait> {
  readonly drain: Drain<T, Wait>;
  /** To let it go on, once. */
  readonly ask: (resume: () => void) => void;
  readonly outlet: Outlet<Change<T>> & { error(error: unknown): void };
  /** Nobody wants the changes, only that they are handled. */
  readonly isUnheard: boolean | undefined;
  /** To call `ask` once that has completed. */
  readonly await: (wait: Wait) => void;
}

/** One listener of several who go on in turns: what it is told waits until its turn, and so does its end. */
export class TurnTaker<T, Wait> {
  readonly #options: TurnTakerOptions<T, Wait>;
  #isIdle = true;
  #end: (() => void) | undefined;

  constructor(options: TurnTakerOptions<T, Wait>) {
    this.#options = options;
  }

  /** What comes after the end, as when its source has begun again, is for others. */
  push(batch: readonly Change<T>[], now: number): void {
    const { drain, outlet } = this.#options;
    if (this.#end !== undefined) return;
    try {
      drain.push(batch, now);
    } catch (error) {
      outlet.error(error); // its own end, which waits for nothing
      return;
    }
    if (this.#isIdle && !drain.isEmpty) this.ask();
  }

  /** Nothing more comes; `tell` is called after all that waits. */
  end(tell: () => void): void {
    this.#end = tell;
    if (this.#isIdle) tell();
  }

  /** It goes on when its turn comes. */
  ask(): void {
    this.#isIdle = false;
    this.#options.ask(this.#resume);
  }

  readonly #resume = (): void => {
    const { drain, outlet, isUnheard, await: awaited } = this.#options;
    if (outlet.closed) return;
    try {
      drain.slice(outlet, isUnheard);
    } catch (error) {
      outlet.error(error); // its own end
      return;
    }
    if (drain.wait !== undefined) awaited(drain.wait);
    else if (!drain.isEmpty) this.ask();
    else {
      drain.allow(0);
      this.#isIdle = true;
      this.#end?.();
    }
  };
}
