import type { Replica } from '../storage/replica.ts';
import { matchesRequest, type FaultTarget } from './matches-request.ts';
import type { FaultRule } from './fault.ts';

/** A rule, and the replica that answers instead of the server if the fault needs one. */
export interface FaultInForce {
  readonly rule: FaultRule;
  readonly replica: Replica | undefined;
}

interface Entry extends FaultInForce {
  readonly since: number;
  /** The number of requests so far that match the rule apart from `nth`. */
  seen: number;
}

/** The active faults, in the order in which they were added. */
export class Faults {
  readonly #entries = new Set<Entry>();

  /** @returns a function that removes the fault */
  add(fault: FaultInForce, now: number): () => void {
    const entry: Entry = { ...fault, since: now, seen: 0 };
    this.#entries.add(entry);
    return () => this.#remove(entry);
  }

  clear(): void {
    for (const entry of [...this.#entries]) this.#remove(entry);
  }

  /** Returns the faults that apply to a request, and counts the request for each rule that matches. */
  matching(target: FaultTarget, now: number): readonly FaultInForce[] {
    return [...this.#entries].filter((entry) => {
      if (!matchesRequest(entry.rule, target, now - entry.since)) return false;
      entry.seen++;
      const { nth = entry.seen } = entry.rule.match ?? {};
      return [nth].flat().includes(entry.seen);
    });
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    entry.replica?.stop();
  }
}
