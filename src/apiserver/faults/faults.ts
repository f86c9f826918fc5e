import type { Replica } from '../storage/replica.ts';
import { matchesRequest, type FaultTarget } from './matches-request.ts';
import type { FaultRule } from './fault.ts';

/** A fault rule. For a fault of type `lagBehind`, requests read from `replica` instead of the storage of the server. */
export interface FaultInForce {
  readonly rule: FaultRule;
  readonly replica: Replica | undefined;
}

interface Entry extends FaultInForce {
  readonly since: number;
  /** The number of requests up to now that match the rule. The number ignores the field `nth` of the rule. */
  seen: number;
}

/** The active faults in the order of their addition. */
export class Faults {
  readonly #entries = new Set<Entry>();

  /**
   * Adds a fault.
   *
   * @returns a function that removes the fault
   */
  add(fault: FaultInForce, now: number): () => void {
    const entry: Entry = { ...fault, since: now, seen: 0 };
    this.#entries.add(entry);
    return () => this.#remove(entry);
  }

  clear(): void {
    for (const entry of [...this.#entries]) this.#remove(entry);
  }

  /**
   * Returns the faults that apply to a request. The method also counts the request for each rule that matches the
   * request.
   */
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
