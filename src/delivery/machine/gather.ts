import type { Change } from '../../store/index.ts';
import { isInitial } from './change-buffer.ts';

/** So many go on at once: a listener that is stuck at one change keeps no more neighbours of it alive. */
const MOST = 32;

/** Takes in what was gathered; calls nobody who could come back here. */
export type Intake<T> = (batch: readonly Change<T>[]) => void;

/**
 * Gathers what one task brings, once for all who hear it; then each in its turn is let go on, in the order in which they
 * asked. With 13 changes a task a listener costs a seventh of what it costs to be told of each.
 *
 * What is gathered is held back only as long as nobody can tell: who comes, ends or asks how much waits calls `flush`
 * before, and who leaves wants no more.
 */
export class Gather<T> {
  readonly #wake: () => void;
  readonly #intakes = new Set<Intake<T>>();
  #gathered: Change<T>[] = [];
  #asked: (() => void)[] = [];
  #isAwake = false;

  /** @param wake - is to call `turn` once, when the task is done; not called again before it has */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** From here on it takes in all that comes, and nothing that came before. @returns leaves */
  join(intake: Intake<T>): () => void {
    this.flush();
    this.#intakes.add(intake);
    return () => void this.#intakes.delete(intake);
  }

  /** What tells of a first list goes on at once: who waits for that to be handled counts it. */
  push(batch: readonly Change<T>[]): void {
    if (this.#intakes.size === 0) return;
    for (const change of batch) this.#gathered.push(change);
    if (this.#gathered.length >= MOST || batch.some(isInitial)) this.flush();
    else this.#awake();
  }

  /** All have what came so far. */
  flush(): void {
    const gathered = this.#gathered;
    if (gathered.length === 0) return;
    this.#gathered = [];
    for (const intake of this.#intakes) intake(gathered);
  }

  /** It goes on when its turn comes, once. */
  ask(goOn: () => void): void {
    this.#asked.push(goOn);
    this.#awake();
  }

  /** The task is done: all who asked go on. Who asks meanwhile has to wait for the next one. Throws what one threw. */
  turn(): void {
    this.#isAwake = false;
    this.flush();
    const asked = this.#asked;
    this.#asked = [];
    let failure: { readonly error: unknown } | undefined;
    for (const goOn of asked) {
      try {
        goOn();
      } catch (error) {
        failure ??= { error }; // the others have their turns first
      }
    }
    if (failure !== undefined) throw failure.error;
  }

  #awake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#wake();
  }
}
