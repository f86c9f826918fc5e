/**
 * Prints each pod with its node and its owner, and prints the row again when the pod, the node or the owner changes. The
 * API server gets one list and one watch for each of the three resources.
 *
 * The rows come behind the informers: each join is an informer, so it is the left side of the next join.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { join } from 'rx-informer/derived';
import { apps, core, type Node, type Pod, type ReplicaSet } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

const pods = informer(listWatch(transport, core.v1.pods, { namespace }));
const nodes = informer(listWatch(transport, core.v1.nodes));
const replicaSets = informer(listWatch(transport, apps.v1.replicasets, { namespace }));

const onNodes = join(pods, nodes, (pod) => pod.spec?.nodeName, { row: (pod, node) => ({ ...pod, node }) });
const rows = join(onNodes, replicaSets, ownerOf, { row: rowText });

/** Returns the key of the ReplicaSet that controls a pod. */
function ownerOf({ metadata }: Pod): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner?.kind === 'ReplicaSet' ? `${metadata.namespace}/${owner.name}` : undefined;
}

function rowText(pod: Pod & { readonly node: Node | undefined }, owner: ReplicaSet | undefined): string {
  const cordoned = pod.node?.spec?.unschedulable === true ? ' (cordoned)' : '';
  const where = pod.node === undefined ? 'no node' : `${pod.node.metadata.name}${cordoned}`;
  const size = owner === undefined ? '' : `, one of ${owner.spec?.replicas ?? 1} of ${owner.metadata.name}`;
  return `${pod.metadata.name} on ${where}${size}`;
}

const running = rows.changes().subscribe({
  next: ({ type, object }) => console.log(type === 'deleted' ? `gone: ${object}` : object),
  error: (error: unknown) => {
    console.error(String(error));
    process.exitCode = 1;
  },
});
process.once('SIGINT', () => running.unsubscribe());
