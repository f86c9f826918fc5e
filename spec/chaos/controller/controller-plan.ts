import { type PlannedRequestFault, requestFaults } from '../proxy/request-fault.ts';
import type { Toxic } from '../proxy/toxic.ts';
import { toxics } from '../support/plan.ts';
import { between, oneOf, type Random, shuffled } from '../support/random.ts';

/** A step of the chaos test of a controller. */
export type ControllerStep =
  | { readonly type: 'network'; readonly toxic: Toxic; readonly clients: readonly number[] }
  /** A fault of the next `count` requests of each client. */
  | { readonly type: 'requests'; readonly fault: PlannedRequestFault; readonly count: number }
  | { readonly type: 'server'; readonly deed: number }
  | { readonly type: 'block'; readonly ms: number }
  | { readonly type: 'tokens'; readonly lateBy: number }
  /**
   * Ends one replica at once: the leader if `isLeader` is true, and otherwise the other replica. Starts the replica
   * again after `ms`.
   */
  | { readonly type: 'crash'; readonly isLeader: boolean; readonly ms: number };

/**
 * The steps of a test, in two tracks. The steps of one track run one after the other. The two tracks run at the same
 * time.
 */
export interface ControllerPlan {
  readonly network: readonly ControllerStep[];
  readonly processes: readonly ControllerStep[];
}

interface Extent {
  /** Maximum number of steps of each track. If the number is large enough, each fault occurs at least once. */
  readonly steps: number;
  readonly clients: number;
  /** Number of faults of the server. */
  readonly deeds: number;
}

export function controllerPlan(random: Random, { steps, clients, deeds }: Extent): ControllerPlan {
  const all = Array.from({ length: clients }, (_, i) => i);
  const network = (make: (random: Random) => Toxic): ControllerStep => ({
    type: 'network',
    toxic: make(random),
    clients: random() < 0.5 ? all : [oneOf(random, all)],
  });
  const request = (fault: PlannedRequestFault): ControllerStep => ({
    type: 'requests',
    fault,
    count: between(random, 1, 4),
  });
  const crash = (isLeader: boolean): ControllerStep => ({
    type: 'crash',
    isLeader,
    ms: between(random, 0, 1_500),
  });
  const processes: readonly ControllerStep[] = [
    ...Array.from({ length: deeds }, (_, deed): ControllerStep => ({ type: 'server', deed })),
    { type: 'block', ms: between(random, 1_000, 3_000) },
    { type: 'tokens', lateBy: between(random, 0, 1_500) },
    crash(true),
    crash(true),
    crash(false),
  ];
  return {
    network: shuffled(random, [...toxics.map(network), ...requestFaults.map(request)]).slice(0, steps),
    processes: shuffled(random, processes).slice(0, steps),
  };
}
