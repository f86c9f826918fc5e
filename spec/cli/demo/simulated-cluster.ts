import { createApiServer, type ManualClock, manualClock } from 'rx-informer/apiserver';
import { apps, core, type Deployment, type Node, type Pod, type ReplicaSet } from 'rx-informer/kinds';
import { seededRandom } from 'rx-informer/testing';
import { type Simulation, simulationOf } from '../../../src/cli/demo/simulation.ts';

/**
 * A simulated workload on an API server in this process. The spec sets the time and the random numbers of the
 * simulation.
 */
export interface SimulatedCluster extends Simulation {
  readonly clock: ManualClock;
  /** Sets the next random numbers of the simulation, in the given order. All later random numbers are {@link no}. */
  readonly draw: (...numbers: readonly number[]) => void;
  /**
   * Sets the index of the item that the simulation chooses from each list. The default is 0. If the index is too
   * large, the simulation chooses the last item.
   */
  readonly choose: (at: number) => void;
}

/** A random number that is so small that each possible event of the simulation happens. */
export const yes = 0;
/** A random number that is so large that no possible event of the simulation happens. */
export const no = 0.999;

/** The time at which the clock of a {@link simulatedCluster} starts, in the format of Kubernetes. */
export const start = '2030-01-02T03:04:05Z';

export function simulatedCluster(): SimulatedCluster {
  const clock = manualClock(Date.parse(start));
  const { objects } = createApiServer({ clock, random: seededRandom(1) });
  const numbers: number[] = [];
  let choice = 0;
  return {
    ...simulationOf(
      objects,
      () => numbers.shift() ?? no,
      () => clock.now(),
    ),
    pick: (list) => list[Math.min(choice, list.length - 1)],
    clock,
    draw: (...next) => void numbers.splice(0, numbers.length, ...next),
    choose: (at) => {
      choice = at;
    },
  };
}

/** Creates a node that is ready or not ready. */
export function addNode(
  { objects }: Simulation,
  name: string,
  isReady = true,
  spec?: NonNullable<Node['spec']>,
): Node {
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  return objects.create(core.v1.nodes, {
    metadata: { name },
    ...(spec === undefined ? {} : { spec }),
    status: { conditions },
  });
}

/** Creates a pod with the container `main` in the namespace `default`. */
export function addPod(
  { objects }: Simulation,
  name: string,
  spec: { readonly nodeName?: string } = {},
): Pod {
  return objects.create(core.v1.pods, {
    metadata: { name, namespace: 'default' },
    spec: { ...spec, containers: [{ name: 'main', image: 'main:1' }] },
  });
}

/** Creates a Deployment in the namespace `default` with containers of the given images. */
export function addDeployment(
  { objects }: Simulation,
  name: string,
  replicas: number,
  ...images: readonly string[]
): Deployment {
  const labels = { app: name };
  const containers = images.map((image, at) => ({ name: `c${at}`, image, tty: true }));
  return objects.create(apps.v1.deployments, {
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  });
}

/** Writes the status of a pod, and returns the pod. */
export const setPodStatus = ({ objects }: Simulation, name: string, status: Pod['status']): Pod =>
  objects.patch(core.v1.pods, `default/${name}`, { status }, { subresource: 'status' });

/** Writes the status of a deployment. */
export const setDeploymentStatus = (
  { objects }: Simulation,
  name: string,
  status: Deployment['status'],
): Deployment => objects.patch(apps.v1.deployments, `default/${name}`, { status }, { subresource: 'status' });

/** Returns the newest state of a pod in the namespace `default`. Throws if the pod does not exist. */
export const podOf = ({ objects }: Simulation, name: string): Pod =>
  there(objects.get(core.v1.pods, `default/${name}`));
export const deploymentOf = ({ objects }: Simulation, name: string): Deployment =>
  there(objects.get(apps.v1.deployments, `default/${name}`));
export const replicaSetsOf = ({ objects }: Simulation): readonly ReplicaSet[] =>
  objects.list(apps.v1.replicasets);

function there<T>(object: T | undefined): T {
  if (object === undefined) throw new Error('There is no such object.');
  return object;
}
