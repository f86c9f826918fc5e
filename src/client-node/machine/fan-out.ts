import { conflated } from '../../delivery/index.ts';
import type { ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

/** One that is told of changes. */
export interface Recipient<T> {
  /** Never throws. @returns what resolves, and never rejects, when it is done; undefined if it is done by then */
  tell(change: Change<T>): Promise<void> | undefined;
}

interface Entry<T> {
  readonly recipient: Recipient<T>;
  /** It has a right to what was received as this one or later. */
  from: number;
  isGone: boolean;
}

/** A change, and those who are still to hear it. */
interface Due<T> {
  readonly change: Change<T>;
  readonly to: readonly Entry<T>[];
}

/** An object of which somebody is being told: the rest of its changes wait. */
interface Busy<T> {
  readonly running: Set<Entry<T>>;
  readonly waiting: Due<T>[];
}

/**
 * Deals changes out to recipients, one change to each of them before the next, so that all see one order. The next change
 * of an object is told to nobody before all are done with the last one; objects do not wait for one another.
 *
 * It knows what each recipient has a right to: nothing that came before it was added, everything that came since, across a
 * pause too, in which it is conflated.
 */
export class FanOut<T> {
  #entries: readonly Entry<T>[] = [];
  #received = 0;
  #dealt = 0;
  readonly #busy = new Map<ObjectKey, Busy<T>>();
  /** What is being told, and to how many of them it has been. */
  #inHand: { readonly due: Due<T>; told: number } | undefined;
  /** What was taken back by a pause goes to those who had a right to it then. */
  #kept = new Map<Change<T>, readonly Entry<T>[]>();

  /** How many have been dealt out once all that has been received is. */
  get received(): number {
    return this.#received;
  }

  get dealt(): number {
    return this.#dealt;
  }

  /** @returns takes it out again: what it is not done with holds nobody up any more */
  add(recipient: Recipient<T>): () => void {
    const entry: Entry<T> = { recipient, from: this.#received, isGone: false };
    this.#entries = [...this.#entries, entry];
    return () => {
      entry.isGone = true;
      this.#entries = this.#entries.filter((one) => one !== entry);
      for (const [key, { running }] of this.#busy) if (running.has(entry)) this.#onDone(key, entry);
    };
  }

  /** So many more will be dealt out. */
  receive(count: number): void {
    this.#received += count;
  }

  /** Tells each of them, at once or when its object's turn comes. One of them may add, remove or pause meanwhile. */
  deal(change: Change<T>): void {
    const due = this.#due(change, this.#dealt);
    this.#kept.delete(change);
    this.#dealt += 1;
    const busy = this.#busy.get(change.key);
    if (busy === undefined) this.#tell(due);
    else busy.waiting.push(due);
  }

  /** @param undealt - what has been received and not dealt out, without the one in hand */
  pause(undealt: readonly Change<T>[]): void {
    const dues = [...this.#takeBack(), ...undealt.map((change, at) => this.#due(change, this.#dealt + at))];
    this.#kept = new Map(conflatedDues(dues).map(({ change, to }) => [change, to]));
    this.#received = this.#dealt;
    for (const entry of this.#entries) entry.from = Math.min(entry.from, this.#received);
  }

  /** @returns what is to be dealt out before anything new; it counts as received */
  resume(): readonly Change<T>[] {
    const changes = [...this.#kept.keys()];
    this.#received += changes.length;
    return changes;
  }

  #due(change: Change<T>, at: number): Due<T> {
    return { change, to: this.#kept.get(change) ?? this.#entries.filter(({ from }) => from <= at) };
  }

  /** What waits behind busy objects, and what is in hand for those who have not been told. */
  #takeBack(): readonly Due<T>[] {
    const inHand = this.#inHand;
    this.#inHand = undefined;
    const first = inHand === undefined ? [] : [{ ...inHand.due, to: inHand.due.to.slice(inHand.told) }];
    return [...first, ...[...this.#busy.values()].flatMap(({ waiting }) => waiting.splice(0))];
  }

  #tell(due: Due<T>): void {
    const { change, to } = due;
    const inHand = { due, told: 0 };
    this.#inHand = inHand;
    for (const entry of to) {
      inHand.told += 1;
      const done = entry.isGone ? undefined : entry.recipient.tell(change);
      if (done !== undefined && !entry.isGone) this.#onRunning(change.key, entry, done);
      if (this.#inHand !== inHand) return;
    }
    this.#inHand = undefined;
  }

  #onRunning(key: ObjectKey, entry: Entry<T>, done: Promise<void>): void {
    const busy = this.#busy.get(key) ?? { running: new Set(), waiting: [] };
    busy.running.add(entry);
    this.#busy.set(key, busy);
    void done.then(() => this.#onDone(key, entry));
  }

  #onDone(key: ObjectKey, entry: Entry<T>): void {
    const busy = this.#busy.get(key);
    if (busy?.running.delete(entry) !== true || busy.running.size > 0) return;
    // Not from inside a call, which may have taken a recipient out.
    void Promise.resolve().then(() => this.#next(key, busy));
  }

  #next(key: ObjectKey, busy: Busy<T>): void {
    while (busy.running.size === 0) {
      const due = busy.waiting.shift();
      if (due === undefined) {
        if (this.#busy.get(key) === busy) this.#busy.delete(key);
        return;
      }
      this.#tell(due);
    }
  }
}

/** As few as say it. What different recipients are due is not merged: it would reach some who have a right to a part. */
function conflatedDues<T>(dues: readonly Due<T>[]): readonly Due<T>[] {
  const result: Due<T>[] = [];
  let run: Change<T>[] = [];
  for (const [at, { change, to }] of dues.entries()) {
    run.push(change);
    if (isSame(dues[at + 1]?.to, to)) continue;
    for (const merged of conflated(run)) result.push({ change: merged, to });
    run = [];
  }
  return result;
}

function isSame<E>(one: readonly E[] | undefined, other: readonly E[]): boolean {
  return one?.length === other.length && one.every((entry, at) => entry === other[at]);
}
