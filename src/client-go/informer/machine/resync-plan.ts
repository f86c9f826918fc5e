import { elapsed } from '../../../scheduling/index.ts';

/** A handler's place in the plan. */
export interface HandlerResync {
  /** What was asked for, in ms, after the minimum; 0 is never. */
  readonly requested: number;
  /** Every so many ms, at the earliest; 0 is never. */
  period: number;
  /** When the wait for the next began, and how long it is. */
  since: number;
  wait: number;
  /** Whether the check that is going on is for this handler. */
  due: boolean;
}

/** The shortest period that a handler may have, in ms; a shorter one is raised to it (B132). */
const minimumPeriod = 1_000;

/**
 * client-go's negotiation of resync periods. The informer checks at one period; a handler is told at the first check
 * that is at or after its time, so its period is in effect rounded up to a multiple of that of the checks (B129).
 */
export class ResyncPlan {
  #checkPeriod: number;
  readonly #defaultPeriod: number;
  readonly #turns = new Set<HandlerResync>();
  #frozen = false;

  /** @param period - of the checks, and of handlers that do not ask for one; 0: no resync, whoever asks (B132) */
  constructor(period: number) {
    this.#checkPeriod = this.#defaultPeriod = period;
  }

  /** How often to check, in ms; 0 is never. */
  get checkPeriod(): number {
    return this.#checkPeriod;
  }

  /** From here on the checks keep their period (B132). */
  freeze(): void {
    this.#frozen = true;
  }

  add(asked: number | undefined, now: number): HandlerResync {
    const wanted = asked ?? this.#defaultPeriod;
    const requested = wanted > 0 ? Math.max(wanted, minimumPeriod) : 0;
    if (!this.#frozen && requested > 0 && requested < this.#checkPeriod) this.#lower(requested);
    const period = this.#agreed(requested);
    const turn = { requested, period, since: now, wait: period, due: false };
    this.#turns.add(turn);
    return turn;
  }

  remove(turn: HandlerResync): void {
    this.#turns.delete(turn);
  }

  /** Marks those whose time has come. @returns whether there are any */
  check(now: number): boolean {
    let any = false;
    for (const turn of this.#turns) {
      turn.due = turn.period > 0 && elapsed(turn.since, now) >= turn.wait;
      if (!turn.due) continue;
      turn.since = now;
      turn.wait = turn.period;
      any = true;
    }
    return any;
  }

  /** A handler that comes before the start may lower the period of the checks (B131). */
  #lower(period: number): void {
    this.#checkPeriod = period;
    for (const turn of this.#turns) turn.period = this.#agreed(turn.requested);
  }

  #agreed(requested: number): number {
    return requested === 0 || this.#checkPeriod === 0 ? 0 : Math.max(requested, this.#checkPeriod);
  }
}
