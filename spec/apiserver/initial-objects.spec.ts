import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { throughBothDoors } from './support/in-process-and-over-http.ts';

const services = { group: '', version: 'v1', resource: 'services' } as const;
const pods = { group: '', version: 'v1', resource: 'pods' } as const;
const cronJobs = { group: 'batch', version: 'v1', resource: 'cronjobs' } as const;
const priorityClasses = { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' } as const;

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';

throughBothDoors('what a new server has', (setUp) => {
  it('should include the service of the API, and the system priority classes', async () => {
    const { client } = await setUp();

    expect((await client.request('GET', '/api/v1/services')).body).toMatchObject({
      items: [
        {
          metadata: { name: 'kubernetes', namespace: 'default', uid: expect.any(String) },
          spec: { clusterIP: '10.96.0.1', type: 'ClusterIP', ports: [{ name: 'https', port: 443 }] },
        },
      ],
    });
    expect((await client.request('GET', classes)).body).toMatchObject({
      items: [
        { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000 },
        { metadata: { name: 'system-node-critical' }, value: 2_000_001_000 },
      ],
    });
  });

  it('should keep the system classes, and their names', async () => {
    const { client } = await setUp();
    const body = { metadata: { name: 'system-mine' }, value: 5 };

    expect(await client.request('DELETE', `${classes}/system-node-critical`)).toMatchObject({
      code: 403,
      body: {
        message:
          'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: ' +
          'this is a system priority class and cannot be deleted',
      },
    });
    expect(await client.request('POST', classes, { body })).toMatchObject({
      code: 422,
      body: {
        message: expect.stringContaining("priority class names with 'system-' prefix are reserved"),
      },
    });
    expect(
      await client.request('POST', classes, { body: { metadata: { name: 'high' }, value: 1_000_000_001 } }),
    ).toMatchObject({
      code: 422,
      body: {
        message: expect.stringContaining(
          'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
        ),
      },
    });
  });

  it('should give a pod the priority of its system class', async () => {
    const { client } = await setUp();
    const spec = { priorityClassName: 'system-node-critical', containers: [{ name: 'a', image: 'a' }] };

    const body = { metadata: { name: 'p' }, spec };
    expect(await client.request('POST', '/api/v1/namespaces/ns/pods', { body })).toMatchObject({
      code: 201,
      body: { spec: { priority: 2_000_001_000 } },
    });
  });

  it('should keep the address of a service', async () => {
    const { client } = await setUp();
    const headers = { 'content-type': 'application/merge-patch+json' };

    const moved = await client.request('PATCH', '/api/v1/namespaces/default/services/kubernetes', {
      body: { spec: { clusterIP: '10.96.0.7' } },
      headers,
    });

    expect(moved).toMatchObject({
      code: 422,
      body: {
        message: expect.stringContaining(
          'spec.clusterIPs[0]: Invalid value: ["10.96.0.7"]: may not change once set',
        ),
      },
    });
  });
});

describe('a seed that was saved from a cluster', () => {
  const seeded = (...objects: readonly object[]): ApiServer => {
    const server = createApiServer();
    server.seed(objects);
    return server;
  };

  it('should restore the service of the API with its own address', () => {
    const metadata = { name: 'kubernetes', namespace: 'default', uid: 'u' };
    const spec = { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{ port: 443 }] };

    const { objects } = seeded({ apiVersion: 'v1', kind: 'Service', metadata, spec });

    expect(objects.list(services)).toMatchObject([
      { metadata: { uid: 'u' }, spec: { clusterIP: '10.0.0.1' } },
    ]);
  });

  it('should restore the system classes', () => {
    const apiVersion = 'scheduling.k8s.io/v1';
    const metadata = { name: 'system-node-critical', uid: 'u', labels: { a: 'b' } };

    const { objects } = seeded({ apiVersion, kind: 'PriorityClass', metadata, value: 2_000_001_000 });

    expect(objects.get(priorityClasses, 'system-node-critical')).toMatchObject({
      metadata: { labels: { a: 'b' } },
    });
    expect(objects.list(priorityClasses)).toHaveLength(2);
  });

  const containers = [{ name: 'a', image: 'a' }];
  const debugged = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default' },
    spec: { containers, ephemeralContainers: [{ name: 'debug', image: 'a' }] },
  };
  const zoned = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'c', namespace: 'default' },
    spec: {
      schedule: 'TZ=Europe/Berlin 0 4 * * *',
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers } } } },
    },
  };
  const saved = <O extends { readonly metadata: object }>(object: O): O => ({
    ...object,
    metadata: { ...object.metadata, uid: 'u' },
  });

  it.each([debugged, zoned])('should accept a $kind with fields that only an update can set', (object) => {
    const [stored] = seeded(saved(object)).objects.list<KubeObject>(object.kind === 'Pod' ? pods : cronJobs);

    expect(stored).toMatchObject({ metadata: { uid: 'u' }, spec: object.spec });
  });

  it.each([
    [debugged, 'spec.ephemeralContainers: Forbidden: cannot be set on create'],
    [zoned, 'spec.schedule: Invalid value'],
  ])('should refuse the same $kind without a uid, because it is a new object', (object, message) => {
    expect(() => seeded(object)).toThrow(message);
  });

  it.each([
    [saved({ ...debugged, spec: { containers: [] } }), 'spec.containers: Required value'],
    [saved({ ...zoned, spec: { ...zoned.spec, schedule: 'never' } }), 'spec.schedule: Invalid value'],
  ])('should refuse a saved $kind that no cluster can contain', (object, message) => {
    expect(() => seeded(object)).toThrow(message);
  });
});
