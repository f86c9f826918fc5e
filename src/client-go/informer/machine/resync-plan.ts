import { elapsed } from '../../../scheduling/index.ts';

export interface HandlerResync {
  /**
   * The resync period in ms that the handler requested. For a request below the minimum, the value is the
   * minimum. 0 means no resync.
   */
  readonly requested: number;
  /** The resync period in ms that the plan has decided for the handler. 0 means no resync. */
  period: number;
  /** The time when the wait for the next resync started. */
  since: number;
  /** The length of the wait for the next resync, in ms. */
  wait: number;
  due: boolean;
}

/** The shortest resync period of a handler, in ms. A shorter period is raised to this minimum (B132). */
const minimumPeriod = 1_000;

/**
 * Decides the resync periods of all handlers, as client-go does. The informer checks all handlers at one
 * period, the check period. A handler gets a resync at the first check at or after its resync time. So its
 * effective period is a multiple of the check period (B129).
 */
export class ResyncPlan {
  #checkPeriod: number;
  readonly #defaultPeriod: number;
  readonly #handlers = new Set<HandlerResync>();
  #frozen = false;

  /**
   * @param period - the check period in ms. A handler that requests no period also has this period. With 0,
   *   no handler gets a resync (B132)
   */
  constructor(period: number) {
    this.#checkPeriod = this.#defaultPeriod = period;
  }

  /** The check period in ms. 0 means no check. */
  get checkPeriod(): number {
    return this.#checkPeriod;
  }

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

  /**
   * Sets `due` of each handler: whether the handler gets a resync at this check.
   *
   * @returns whether any handler is due
   */
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

  /** Lowers the check period for a handler that is added before the start of the informer (B131). */
  #lower(period: number): void {
    this.#checkPeriod = period;
    for (const handler of this.#handlers) handler.period = this.#negotiate(handler.requested);
  }

  #negotiate(requested: number): number {
    return requested === 0 || this.#checkPeriod === 0 ? 0 : Math.max(requested, this.#checkPeriod);
  }
}
