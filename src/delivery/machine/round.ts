import type { Change } from '../../store/index.ts';
import { isInitial } from './change-buffer.ts';

/** So many go on at once: a listener that is stuck at one change keeps no more neighbours of it alive. */
const MOST = 32;

/**
 * Takes in what was gathered, and since when it has waited; calls nobody who could come back here. Without a time it has
 * not waited.
 */
export type Intake<T> = (batch: readonly Change<T>[], since?: number) => void;

/**
 * Gathers what one task brings, once for all who hear it. With 13 changes a task a listener costs a seventh of what it
 * costs to be told of each.
 *
 * What is gathered is held back only as long as nobody can tell: who comes, ends or asks how much waits calls `flush`
 * before, and who leaves wants no more.
 */
export class Round<T> {
  readonly #awake: () => void;
  readonly #intakes = new Set<Intake<T>>();
  readonly #now: () => number;
  #gathered: Change<T>[] = [];
  #since = 0;

  /**
   * @param awake - is to call `flush` when the task is done; called again at each change
   * @param now - in ms; asked once a task
   */
  constructor(awake: () => void, now: () => number) {
    this.#awake = awake;
    this.#now = now;
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
    if (this.#gathered.length + batch.length >= MOST || batch.some(isInitial)) {
      this.flush();
      this.#handOn(batch); // itself, however long it is
      return;
    }
    if (this.#gathered.length === 0) this.#since = this.#now();
    for (const change of batch) this.#gathered.push(change);
    this.#awake();
  }

  /** All have what came so far. */
  flush(): void {
    const gathered = this.#gathered;
    if (gathered.length === 0) return;
    this.#gathered = [];
    this.#handOn(gathered, this.#since);
  }

  /** All leave, with what came so far: what comes from now on is for others. */
  end(): void {
    this.flush();
    this.#intakes.clear();
  }

  #handOn(batch: readonly Change<T>[], since?: number): void {
    for (const intake of this.#intakes) intake(batch, since);
  }
}
