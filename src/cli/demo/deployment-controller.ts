import { apps, type Deployment, type ReplicaSet } from '../../kinds/index.ts';
import { keyOf } from '../../objects/index.ts';
import { controlledBy, isOwnedBy } from './owned.ts';
import type { Simulation } from './simulation.ts';

/** The label that distinguishes the replica sets of one deployment, and the pods of those replica sets. */
const hashLabel = 'pod-template-hash';

/**
 * Moves a deployment one simulation step towards its spec. Creates a replica set for the template of the deployment,
 * and moves pods from the old replica sets to the new replica set.
 */
export function reconcileDeployment(simulation: Simulation, deployment: Deployment): void {
  const { objects } = simulation;
  const { namespace } = deployment.metadata;
  const owned = objects.list(apps.v1.replicasets, namespace).filter((one) => isOwnedBy(one, deployment));
  const hash = hashOf(JSON.stringify(deployment.spec?.template));
  const current = owned.find(({ metadata }) => metadata.labels?.[hashLabel] === hash);
  const old = owned.filter((one) => one !== current);
  if (current === undefined) createReplicaSet(simulation, deployment, hash);
  else roll(simulation, deployment, current, old);
  writeStatus(simulation, deployment, current, old);
}

function createReplicaSet({ objects }: Simulation, deployment: Deployment, hash: string): void {
  const { name, namespace = '' } = deployment.metadata;
  const { selector, template } = deployment.spec ?? { selector: {}, template: {} };
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  objects.create(apps.v1.replicasets, {
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      ownerReferences: [controlledBy('apps/v1', 'Deployment', deployment)],
    },
    spec: {
      replicas: 0,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  });
}

/**
 * Moves pods one at a time. The deployment has at most one pod more than wanted, and at most one ready pod less than
 * wanted. As in the real controller, pods of the new template that are not ready count as unavailable. So the rollout
 * is safe, although the statuses are one simulation step old.
 */
function roll(
  { objects }: Simulation,
  deployment: Deployment,
  current: ReplicaSet,
  old: readonly ReplicaSet[],
): void {
  const scale = (one: ReplicaSet, replicas: number): unknown =>
    objects.patch(apps.v1.replicasets, keyOf(one), { spec: { replicas } });
  const wanted = deployment.spec?.replicas ?? 1;
  const last = old.find((one) => size(one) > 0);
  const total = [current, ...old].reduce((sum, one) => sum + size(one), 0);
  if (last === undefined || size(current) > wanted) {
    if (size(current) !== wanted) scale(current, wanted);
  } else if (total <= wanted) {
    scale(current, size(current) + 1);
  }

  const unready = size(current) - (current.status?.readyReplicas ?? 0);
  if (last !== undefined && total - unready > wanted - 1) scale(last, size(last) - 1);
  const empty = old.filter((one) => size(one) === 0 && (one.status?.replicas ?? 0) === 0);
  const byLastChange = [...empty].sort((a, b) => version(a) - version(b));
  for (const one of byLastChange.slice(0, -history)) objects.delete(apps.v1.replicasets, keyOf(one));
}

const size = (one: ReplicaSet): number => one.spec?.replicas ?? 0;

const version = ({ metadata }: ReplicaSet): number => Number(metadata.resourceVersion);

/** Number of old replica sets that are kept for a rollback: the replica sets that were used last. */
const history = 2;

function writeStatus(
  { objects }: Simulation,
  deployment: Deployment,
  current: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): void {
  const all = current === undefined ? old : [...old, current];
  const sum = (count: (one: ReplicaSet) => number | undefined): number =>
    all.reduce((total, one) => total + (count(one) ?? 0), 0);
  const ready = sum((one) => one.status?.readyReplicas);
  const wanted = deployment.spec?.replicas ?? 1;
  const status = {
    observedGeneration: deployment.metadata.generation,
    replicas: sum((one) => one.status?.replicas),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: ready,
    availableReplicas: ready,
    unavailableReplicas: Math.max(0, wanted - ready),
    conditions: [
      { type: 'Available', status: ready >= Math.max(wanted - 1, Math.min(wanted, 1)) ? 'True' : 'False' },
    ],
  };
  objects.patch(apps.v1.deployments, keyOf(deployment), { status }, { subresource: 'status' });
}

/** Hashes a text (FNV-1a) into ten characters without vowels, as Kubernetes does. So the hash spells no words. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return Array.from(String(hash).padStart(10, '0'), (digit) => alphabet[Number(digit)]).join('');
}

const alphabet = 'bcdfghjklm';
