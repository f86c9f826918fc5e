import type { ObjectKey } from '../../../objects/index.ts';

/** What a pop took and nobody would have. */
export interface Refusal<Popped> {
  readonly key: ObjectKey;
  readonly popped: Popped;
  /** The first, the second … time. */
  readonly attempt: number;
}

/** What was refused and waits to go back to its queue, as long as nothing newer of its key has come out of that. */
export class Refusals<Popped> {
  readonly #waiting = new Map<ObjectKey, Refusal<Popped>>();
  /** Those that went back and have not come out yet. */
  readonly #back = new Map<ObjectKey, number>();

  /** Something of a key was popped: what waits of it is older, and done with. @returns how often this was refused */
  popped(key: ObjectKey): number {
    this.#waiting.delete(key);
    const attempts = this.#back.get(key) ?? 0;
    this.#back.delete(key);
    return attempts;
  }

  refuse(key: ObjectKey, popped: Popped, before: number): Refusal<Popped> {
    const refusal = { key, popped, attempt: before + 1 };
    this.#waiting.set(key, refusal);
    return refusal;
  }

  /** All that wait, whose time will not come: nobody is there any more to try them. */
  takeAll(): readonly Refusal<Popped>[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }

  /** Its time has come. @returns whether it is still to go back */
  take(refusal: Refusal<Popped>): boolean {
    const { key, attempt } = refusal;
    if (this.#waiting.get(key) !== refusal) return false;
    this.#waiting.delete(key);
    this.#back.set(key, attempt);
    return true;
  }
}

/** In ms, for the first, the second … refusal. */
export function retryDelay(attempt: number): number {
  return Math.min(800 * 2 ** (attempt - 1), 30_000);
}
