import { asyncScheduler, defer, ignoreElements, interval, type Observable, tap } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { apps, core } from '../../kinds/index.ts';
import { aFunction, checkOptions, finite, StatusError } from '../../objects/index.ts';
import { causeTrouble } from './cause-trouble.ts';
import { reconcileDeployment } from './deployment-controller.ts';
import { foundCluster } from './found-cluster.ts';
import { tendPod } from './kubelet.ts';
import { reconcileReplicaSet } from './replica-set-controller.ts';
import { type Simulation, simulationOf } from './simulation.ts';

/** How a cluster is simulated. */
export interface WorkloadOptions {
  /** Default `Math.random`; with a seeded one each run is the same. */
  readonly random?: () => number;
  /** Default 1: a step each half second. */
  readonly speed?: number;
}

/**
 * A cluster that lives on an API server for as long as it is subscribed to: deployments roll and scale, pods come,
 * crash, restart and go, nodes fall silent now and then. It works on whatever is there, so that what others write, with
 * kubectl for example, is heeded too.
 *
 * @throws OptionsError
 */
export function simulateWorkload(
  { objects }: Pick<ApiServer, 'objects'>,
  options: WorkloadOptions = {},
): Observable<never> {
  checkOptions('simulateWorkload', options, { random: aFunction, speed: finite(0.01) });
  const { random = Math.random, speed = 1 } = options;
  return defer(() => {
    const simulation = simulationOf(objects, random, () => asyncScheduler.now());
    foundCluster(simulation);
    return interval(500 / speed).pipe(
      tap(() => step(simulation)),
      ignoreElements(),
    );
  });
}

/** From the pods up to the deployments: what a controller sees is one step old, as in life. */
function step(simulation: Simulation): void {
  const { objects } = simulation;
  const nodes = objects.list(core.v1.nodes);
  const each = <T>(list: readonly T[], reconcile: (one: T) => void): void =>
    list.forEach((one) => attempt(() => reconcile(one)));

  attempt(() => causeTrouble(simulation));
  each(objects.list(core.v1.pods), (pod) => tendPod(simulation, nodes, pod));
  each(objects.list(apps.v1.replicasets), (one) => reconcileReplicaSet(simulation, one));
  each(objects.list(apps.v1.deployments), (one) => reconcileDeployment(simulation, one));
}

/** What the server refuses, because of what others did, is looked at again in the next step. */
function attempt(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}
