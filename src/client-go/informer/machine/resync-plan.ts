import { elapsed } from '../../../scheduling/index.ts';

/** The resyncs of one handler. */
export interface HandlerResync {
  /** The requested period in ms, not below the minimum; 0 is never. */
  readonly requested: number;
  /** The negotiated period in ms; 0 is never. */
  period: number;
  /** When the wait for the next resync began. */
  since: number;
  /** How long that wait is, in ms. */
  wait: number;
  /** Whether the current check found this handler due. */
  due: boolean;
}

/** The shortest period that a handler may have, in ms; a shorter one is raised to it (B132). */
const minimumPeriod = 1_000;

/**
 * client-go's negotiation of resync periods. The informer checks at one period. A handler is due at the first check at or after
 * its time, so its period is in effect rounded up to a multiple of the period of the checks (B129).
 */
export class ResyncPlan {
  #checkPeriod: number;
  readonly #defaultPeriod: number;
  readonly #handlers = new Set<HandlerResync>();
  #frozen = false;

  /** @param period - of the checks, and of handlers that request none; 0: no handler gets a resync (B132) */
  constructor(period: number) {
    this.#checkPeriod = this.#defaultPeriod = period;
  }

  /** How often to check, in ms; 0 is never. */
  get checkPeriod(): number {
    return this.#checkPeriod;
  }

  /** Fixes the period of the checks (B132). */
  freeze(): void {
    this.#frozen = true;
  }

  add(period: number | undefined, now: number): HandlerResync {
    const wanted = period ?? this.#defaultPeriod;
    const requested = wanted > 0 ? Math.max(wanted, minimumPeriod) : 0;
    if (!this.#frozen && requested > 0 && requested < this.#checkPeriod) this.#lower(requested);
    const negotiated = this.#negotiate(requested);
    const handler = { requested, period: negotiated, since: now, wait: negotiated, due: false };
    this.#handlers.add(handler);
    return handler;
  }

  remove(handler: HandlerResync): void {
    this.#handlers.delete(handler);
  }

  /** Sets `due` of each handler. @returns whether a handler is due */
  check(now: number): boolean {
    let any = false;
    for (const handler of this.#handlers) {
      handler.due = handler.period > 0 && elapsed(handler.since, now) >= handler.wait;
      if (!handler.due) continue;
      handler.since = now;
      handler.wait = handler.period;
      any = true;
    }
    return any;
  }

  /** A handler that is added before the start can lower the period of the checks (B131). */
  #lower(period: number): void {
    this.#checkPeriod = period;
    for (const handler of this.#handlers) handler.period = this.#negotiate(handler.requested);
  }

  #negotiate(requested: number): number {
    return requested === 0 || this.#checkPeriod === 0 ? 0 : Math.max(requested, this.#checkPeriod);
  }
}
