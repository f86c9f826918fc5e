import { elapsed } from '../../objects/index.ts';

/** In ms: the wait of the first restart upon a failure, doubled with each further one, and the longest. */
const step = { first: 800, longest: 12_800 } as const;
/** In ms: a failure that is older has nothing to do with a restart. */
const memory = 30_000;

/**
 * How soon a program that stops and starts at each failure is let through again: a start begins with a new reflector,
 * which knows nothing of the waits of the one before.
 */
export interface RestartPace {
  failed(now: number): void;
  started(now: number): void;
  /** How long the next request has to wait, ms. */
  wait(now: number): number;
}

export function createRestartPace(): RestartPace {
  let failedAt = -Infinity;
  let restarts = 0;
  let pause = { since: -Infinity, ms: 0 };
  return {
    failed(now) {
      failedAt = now;
    },
    started(now) {
      restarts = elapsed(failedAt, now) > memory ? 0 : restarts + 1;
      if (restarts > 0)
        pause = { since: failedAt, ms: Math.min(step.first * 2 ** (restarts - 1), step.longest) };
    },
    wait: (now) => Math.max(0, pause.ms - elapsed(pause.since, now)),
  };
}
