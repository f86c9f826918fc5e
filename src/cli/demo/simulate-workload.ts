import { asyncScheduler, defer, ignoreElements, interval, type Observable, tap } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { apps, core } from '../../kinds/index.ts';
import { aFunction, checkOptions, finite, StatusError } from '../../objects/index.ts';
import { causeTrouble } from './cause-trouble.ts';
import { reconcileDeployment } from './deployment-controller.ts';
import { createCluster } from './create-cluster.ts';
import { reconcilePod } from './kubelet.ts';
import { reconcileReplicaSet } from './replica-set-controller.ts';
import { type Simulation, simulationOf } from './simulation.ts';

/** The random source and the speed of a simulation. */
export interface WorkloadOptions {
  /** The random source. Default `Math.random`. With a seeded random source, each run is the same. */
  readonly random?: () => number;
  /** The speed of the simulation. Default 1, which means one step every 500 ms. */
  readonly speed?: number;
}

/**
 * Simulates a cluster on an API server, while the Observable has a subscriber. Deployments roll out and scale; pods
 * start, crash, restart and end; sometimes a node is not ready. The simulation works on all objects of the server, so
 * it also reacts to the writes of other clients, such as kubectl.
 *
 * @throws OptionsError for invalid options
 */
export function simulateWorkload(
  { objects }: Pick<ApiServer, 'objects'>,
  options: WorkloadOptions = {},
): Observable<never> {
  checkOptions('simulateWorkload', options, { random: aFunction, speed: finite(0.01) });
  const { random = Math.random, speed = 1 } = options;
  return defer(() => {
    const simulation = simulationOf(objects, random, () => asyncScheduler.now());
    createCluster(simulation);
    return interval(500 / speed).pipe(
      tap(() => step(simulation)),
      ignoreElements(),
    );
  });
}

/**
 * Runs one simulation step, first for the pods, then for the replica sets and deployments. So a controller sees a state
 * that is one step old, as in a real cluster.
 */
function step(simulation: Simulation): void {
  const { objects } = simulation;
  const nodes = objects.list(core.v1.nodes);
  const each = <T>(list: readonly T[], reconcile: (one: T) => void): void =>
    list.forEach((one) => attempt(() => reconcile(one)));

  attempt(() => causeTrouble(simulation));
  each(objects.list(core.v1.pods), (pod) => reconcilePod(simulation, nodes, pod));
  each(objects.list(apps.v1.replicasets), (one) => reconcileReplicaSet(simulation, one));
  each(objects.list(apps.v1.deployments), (one) => reconcileDeployment(simulation, one));
}

/**
 * Runs a write. If the server refuses the write because of the writes of other clients, the next simulation step tries
 * again.
 */
function attempt(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}
