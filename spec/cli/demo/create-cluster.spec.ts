import { describe, expect, it } from '@jest/globals';
import { apps, core } from 'rx-informer/kinds';
import { createCluster, createNodes } from '../../../src/cli/demo/create-cluster.ts';
import { simulatedCluster, start } from './simulated-cluster.ts';

describe('foundCluster', () => {
  it('should create three ready nodes', () => {
    const cluster = simulatedCluster();
    createCluster(cluster);

    const nodes = cluster.objects.list(core.v1.nodes);
    expect(nodes.map(({ metadata }) => metadata.name)).toEqual(['node-a', 'node-b', 'node-c']);
    expect(nodes[1]?.metadata.labels).toMatchObject({ 'kubernetes.io/hostname': 'node-b' });
    expect(nodes[1]?.status).toMatchObject({
      conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', lastTransitionTime: start }],
      nodeInfo: {
        architecture: 'amd64',
        bootID: 'node-b',
        containerRuntimeVersion: 'containerd://2.1.0',
        kernelVersion: '6.12.0',
        kubeProxyVersion: '',
        kubeletVersion: 'v1.36.0',
        machineID: 'node-b',
        operatingSystem: 'linux',
        osImage: 'Simulated',
        systemUUID: 'node-b',
      },
    });
  });

  it('should create three deployments in the namespace shop, and no pods', () => {
    const cluster = simulatedCluster();
    createCluster(cluster);

    expect(cluster.objects.get(core.v1.namespaces, 'shop')).toBeDefined();
    const deployments = cluster.objects.list(apps.v1.deployments);
    expect(
      deployments.map(({ metadata, spec }) => [
        `${metadata.namespace}/${metadata.name}`,
        spec?.replicas,
        spec?.template.spec?.containers.map(({ name, image }) => `${name} ${image}`),
      ]),
    ).toEqual([
      ['shop/api', 2, ['api registry.example/api:1']],
      ['shop/web', 3, ['web registry.example/web:1']],
      ['shop/worker', 2, ['worker registry.example/worker:1']],
    ]);
    expect(deployments[1]).toMatchObject({
      metadata: { labels: { app: 'web' } },
      spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } } } },
    });
    expect(cluster.objects.list(core.v1.pods)).toEqual([]);
  });

  it('should keep existing objects, and create the missing ones', () => {
    const cluster = simulatedCluster();
    createCluster(cluster);
    const { objects } = cluster;
    const web = objects.patch(apps.v1.deployments, 'shop/web', { spec: { replicas: 9 } });
    const node = objects.patch(core.v1.nodes, 'node-a', { metadata: { labels: { mine: 'yes' } } });
    objects.delete(apps.v1.deployments, 'shop/api');
    objects.delete(core.v1.nodes, 'node-c');
    createCluster(cluster);

    expect(objects.get(apps.v1.deployments, 'shop/web')).toEqual(web);
    expect(objects.get(core.v1.nodes, 'node-a')).toEqual(node);
    expect(objects.get(apps.v1.deployments, 'shop/api')?.spec?.replicas).toBe(2);
    expect(objects.get(core.v1.nodes, 'node-c')).toBeDefined();
  });

  it('should use an existing namespace shop', () => {
    const cluster = simulatedCluster();
    const before = cluster.objects.create(core.v1.namespaces, { metadata: { name: 'shop' } });
    createCluster(cluster);

    expect(cluster.objects.get(core.v1.namespaces, 'shop')).toEqual(before);
    expect(cluster.objects.list(apps.v1.deployments, 'shop')).toHaveLength(3);
  });
});

describe('foundNodes', () => {
  it('should create only the nodes', () => {
    const { objects } = simulatedCluster();
    createNodes(objects, start);

    expect(objects.list(core.v1.nodes)).toHaveLength(3);
    expect(objects.list(apps.v1.deployments)).toEqual([]);
  });
});
