import { apps, core, type Deployment, type Node } from '../../kinds/index.ts';
import type { NewObject } from '../../apiserver/index.ts';
import type { Simulation } from './simulation.ts';

/** Creates the initial objects of a cluster: some nodes, a namespace, and deployments without pods. */
export function createCluster({ objects, timestamp }: Simulation): void {
  createNodes(objects, timestamp());
  if (objects.get(core.v1.namespaces, shop) === undefined) {
    objects.create(core.v1.namespaces, { metadata: { name: shop } });
  }
  for (const [name, replicas, image] of workloads) {
    if (objects.get(apps.v1.deployments, `${shop}/${name}`) !== undefined) continue;
    objects.create(apps.v1.deployments, deployment(name, replicas, image));
  }
}

/** Creates those nodes of the cluster that do not exist yet. */
export function createNodes(objects: Simulation['objects'], at: string): void {
  for (const name of ['node-a', 'node-b', 'node-c']) {
    if (objects.get(core.v1.nodes, name) === undefined) objects.create(core.v1.nodes, node(name, at));
  }
}

const shop = 'shop';

const workloads = [
  ['web', 3, 'registry.example/web:1'],
  ['api', 2, 'registry.example/api:1'],
  ['worker', 2, 'registry.example/worker:1'],
] as const;

function deployment(name: string, replicas: number, image: string): NewObject<Deployment> {
  const labels = { app: name };
  return {
    metadata: { name, namespace: shop, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name, image }] } },
    },
  };
}

function node(name: string, lastTransitionTime: string): NewObject<Node> {
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    status: {
      conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', lastTransitionTime }],
      nodeInfo: {
        architecture: 'amd64',
        bootID: name,
        containerRuntimeVersion: 'containerd://2.1.0',
        kernelVersion: '6.12.0',
        kubeProxyVersion: '',
        kubeletVersion: 'v1.36.0',
        machineID: name,
        operatingSystem: 'linux',
        osImage: 'Simulated',
        systemUUID: name,
      },
    },
  };
}
