import { conflated } from '../../delivery/index.ts';
import type { Change } from '../../store/index.ts';

/** One that is told of changes. */
export interface Recipient<T> {
  /** Tells it, at once or at its own pace. */
  take(change: Change<T>): void;
  /** Ends its own pace. @returns what waits there; undefined for one that is told at once, and so waits for nothing */
  pause(): readonly Change<T>[] | undefined;
  /** Goes on, with what it has not heard; only for one that has its own pace. */
  resume(kept: readonly Change<T>[]): void;
}

interface Entry<T> {
  readonly recipient: Recipient<T>;
  /** Of the changes that wait for all, so many are not for this one. */
  skip: number;
  isGone: boolean;
  /** What it has a right to before anything else, while all is paused. */
  kept?: readonly Change<T>[];
}

/**
 * Deals changes out to recipients, one change to each of them before the next, so that all who are told at once see one
 * order. It knows what each of them has a right to: nothing that came before it was added, everything that came since,
 * across a pause too, in which it is conflated.
 */
export class FanOut<T> {
  #entries: readonly Entry<T>[] = [];
  /** Received, and not dealt out. */
  #pending = 0;
  #dealt = 0;
  /** The change that is being dealt out, to whom, and how many of those have been told. */
  #inHand: { readonly change: Change<T>; readonly to: readonly Entry<T>[]; told: number } | undefined;
  #kept: readonly Change<T>[] = [];

  /** How many have been dealt out once all that has been received is. */
  get received(): number {
    return this.#dealt + this.#pending;
  }

  get dealt(): number {
    return this.#dealt;
  }

  /** @returns takes it out again */
  add(recipient: Recipient<T>): () => void {
    const entry: Entry<T> = { recipient, skip: this.#pending, isGone: false };
    this.#entries = [...this.#entries, entry];
    return () => {
      entry.isGone = true;
      this.#entries = this.#entries.filter((one) => one !== entry);
    };
  }

  /** So many more will be dealt out. */
  receive(count: number): void {
    this.#pending += count;
  }

  /** Tells each of them. One of them may add, remove or pause meanwhile. */
  deal(change: Change<T>): void {
    const inHand = { change, to: this.#entries, told: 0 };
    this.#inHand = inHand;
    this.#pending -= 1;
    for (const entry of inHand.to) {
      inHand.told += 1;
      if (entry.skip > 0) entry.skip -= 1;
      else if (!entry.isGone) entry.recipient.take(change);
      if (this.#inHand !== inHand) return;
    }
    this.#inHand = undefined;
    this.#dealt += 1;
  }

  /** @param undealt - what has been received and not dealt out, without the one in hand */
  pause(undealt: readonly Change<T>[]): void {
    const rest = this.#takeBack(undealt);
    const cuts = new Set([rest.length]);
    for (const entry of this.#entries) {
      const waiting = entry.recipient.pause();
      if (waiting === undefined) cuts.add(entry.skip);
      else entry.kept = conflated([...waiting, ...rest.slice(entry.skip)]);
    }

    // Each is told from a cut on: what is merged must not reach across one.
    const kept: Change<T>[] = [];
    const moved = new Map<number, number>();
    let from = 0;
    for (const cut of [...cuts].sort((a, b) => a - b)) {
      for (const change of conflated(rest.slice(from, cut))) kept.push(change);
      moved.set(cut, kept.length);
      from = cut;
    }
    for (const entry of this.#entries) {
      entry.skip = entry.kept === undefined ? (moved.get(entry.skip) ?? 0) : kept.length;
    }
    this.#pending = kept.length;
    this.#kept = kept;
  }

  /** @returns what is to be dealt out before anything new; it counts as received */
  resume(): readonly Change<T>[] {
    for (const entry of this.#entries) {
      const { recipient, kept } = entry;
      delete entry.kept;
      if (kept !== undefined) recipient.resume(kept);
    }
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  /** What is in hand is still to come for those who have not been told. */
  #takeBack(undealt: readonly Change<T>[]): readonly Change<T>[] {
    const inHand = this.#inHand;
    if (inHand === undefined) return undealt;
    this.#inHand = undefined;
    const untold = new Set(inHand.to.slice(inHand.told));
    for (const entry of this.#entries) {
      if (!untold.has(entry)) entry.skip += 1;
    }
    return [inHand.change, ...undealt];
  }
}
