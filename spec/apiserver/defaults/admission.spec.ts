import { describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { transportClient } from '../support/transport-client.ts';

const at = (
  resource: string,
  version = 'v1',
  group = '',
): { group: string; version: string; resource: string } => ({
  group,
  version,
  resource,
});
const services = at('services');
const pods = at('pods');
const claims = at('persistentvolumeclaims');
const containers = [{ name: 'a', image: 'a:1' }];
const metadata = (name: string): { name: string; namespace: string } => ({ name, namespace: 'default' });
const service = (name: string, spec: object): object => ({
  metadata: metadata(name),
  spec: { ports: [{ port: 80 }], ...spec },
});
const claim = (spec: object = {}): object => ({
  metadata: metadata('c'),
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const specOf = (object: object): object => (object as { readonly spec: object }).spec;

describe('the defaults of a service', () => {
  it('should be an address and ports that no other service has', () => {
    const { objects } = createApiServer();
    const all = Array.from({ length: 300 }, (_, n) =>
      objects.create(services, service(`s${n}`, { type: 'NodePort' }) as never),
    ) as unknown as readonly { spec: { clusterIP: string; ports: readonly { nodePort: number }[] } }[];

    expect(new Set(all.map(({ spec }) => spec.clusterIP)).size).toBe(300);
    expect(new Set(all.map(({ spec }) => spec.ports[0]?.nodePort)).size).toBe(300);
    expect(all.every(({ spec }) => /^10\.(9[6-9]|10\d|11[01])\./.test(spec.clusterIP))).toBe(true);
  });

  it('should be refused after 10,000 further attempts, if a service has more ports than nodes have', () => {
    let draws = 0;
    const random = (): number => {
      draws++;
      return Math.random();
    };
    const { objects } = createApiServer({ random });
    const ports = Array.from({ length: 4_000 }, (_, at) => ({ name: `p${at}`, port: at + 1 }));
    const before = draws;

    expect(() => objects.create(services, service('s', { type: 'NodePort', ports }) as never)).toThrow(
      /nodePort: Duplicate value/,
    );
    expect(draws - before).toBeLessThan(14_100);
  });

  it('should stay after a PUT, and be removed with its type', () => {
    const { objects } = createApiServer();
    const first: object = objects.create(services, service('s', { type: 'NodePort' }) as never);
    const kept = objects.update(services, service('s', { type: 'NodePort' }) as never);
    const alias = objects.update(
      services,
      service('s', { type: 'ExternalName', externalName: 'a.example' }) as never,
    );

    expect(kept).toMatchObject({ spec: specOf(first) });
    expect(alias).toMatchObject({ spec: { type: 'ExternalName' } });
    for (const name of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
      expect(alias).not.toHaveProperty(['spec', name]);
    }
    expect(alias).not.toHaveProperty('spec.ports.0.nodePort');
  });
});

describe('the defaults of a pod', () => {
  it('should be the limits of its namespace, with an annotation', () => {
    const { objects } = createApiServer();
    objects.create(at('limitranges'), {
      metadata: metadata('l'),
      spec: { limits: [{ type: 'Container', max: { cpu: '2' }, defaultRequest: { memory: '1Gi' } }] },
    } as never);

    expect(objects.create(pods, { metadata: metadata('p'), spec: { containers } } as never)).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: cpu, memory request for container a; cpu limit for container a',
        },
      },
      spec: { containers: [{ resources: { limits: { cpu: '2' }, requests: { cpu: '2', memory: '1Gi' } } }] },
      status: { qosClass: 'Burstable' },
    });
  });

  it('should be refused if the defaults of its containers are too many together (413)', async () => {
    const server = createApiServer();
    const client = transportClient(server.transport);
    const limits = (name: string, names: readonly string[]) => {
      const values = Object.fromEntries(names.map((one) => [one, '1']));
      server.objects.create(at('limitranges'), {
        metadata: metadata(name),
        spec: { limits: [{ type: 'Container', default: values, defaultRequest: values }] },
      } as never);
    };
    const created = async (name: string, count: number) => {
      const many = Array.from({ length: count }, (_, n) => ({ name: `c${n}`, image: 'a:1' }));
      const body = { metadata: { name }, spec: { containers: many } };
      return client.request('POST', '/api/v1/namespaces/default/pods', { body });
    };

    limits(
      'l',
      Array.from({ length: 200 }, (_, n) => `example.com/r${n}`),
    );
    expect(await created('a', 5)).toMatchObject({ code: 201 });
    expect(await created('a', 125)).toMatchObject({ code: 422 }); // the value is too long for an annotation
    expect(await created('b', 126)).toMatchObject({
      code: 413,
      body: {
        message: expect.stringMatching(
          /400 defaults for each of the pod's 126 containers.*more than 50000 together/,
        ),
      },
    });

    server.objects.delete(at('limitranges'), 'default/l');
    const prefix = Array.from({ length: 4 }, () => 'a'.repeat(60)).join('.');
    limits(
      'm',
      Array.from({ length: 300 }, (_, n) => `${prefix}/r${n}${'x'.repeat(50)}`),
    );
    expect(await created('c', 40)).toMatchObject({ code: 422 });
    expect(await created('d', 50)).toMatchObject({ code: 413 });
  });

  it('should come from the first limit range for each resource, with the annotation of the last that adds one', () => {
    const { objects } = createApiServer();
    const range = (name: string, defaults: object, requests: object): void => {
      const limits = [{ type: 'Container', default: defaults, defaultRequest: requests }];
      objects.create(at('limitranges'), { metadata: metadata(name), spec: { limits } } as never);
    };
    range('a', { cpu: '1' }, { cpu: '1' });
    range('b', { cpu: '2', memory: '2Gi' }, { cpu: '2', memory: '1Gi' });
    range('c', { memory: '4Gi' }, { memory: '3Gi' });
    const own = { name: 'own', image: 'a', resources: { limits: { memory: '9Gi' } } };

    expect(
      objects.create(pods, { metadata: metadata('p'), spec: { containers: [...containers, own] } } as never),
    ).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: memory request for container a; memory limit for container a',
        },
      },
      spec: {
        containers: [
          { resources: { limits: { cpu: '1', memory: '2Gi' }, requests: { cpu: '1', memory: '1Gi' } } },
          { resources: { limits: { cpu: '1', memory: '9Gi' }, requests: { cpu: '1', memory: '9Gi' } } },
        ],
      },
    });
  });

  it('should be the priority of its class, or of the default class', () => {
    const { objects } = createApiServer();
    const classes = at('priorityclasses', 'v1', 'scheduling.k8s.io');
    objects.create(classes, { metadata: { name: 'high' }, value: 7, preemptionPolicy: 'Never' } as never);
    objects.create(classes, { metadata: { name: 'general' }, value: 3, globalDefault: true } as never);
    const created = (name: string, spec: object): object =>
      objects.create(pods, { metadata: metadata(name), spec: { containers, ...spec } } as never);

    expect(created('a', { priorityClassName: 'high' })).toMatchObject({
      spec: { priority: 7, preemptionPolicy: 'Never' },
    });
    expect(created('b', {})).toMatchObject({ spec: { priority: 3, priorityClassName: 'general' } });
    expect(created('c', { priorityClassName: 'system-node-critical' })).toMatchObject({
      spec: { priority: 2000001000 },
    });
  });

  it('should be the overhead of its runtime class', () => {
    const { objects } = createApiServer();
    const overhead = { podFixed: { cpu: '250m' } };
    objects.create(at('runtimeclasses', 'v1', 'node.k8s.io'), {
      metadata: { name: 'vm' },
      handler: 'h',
      overhead,
    } as never);

    expect(
      objects.create(pods, {
        metadata: metadata('p'),
        spec: { containers, runtimeClassName: 'vm' },
      } as never),
    ).toMatchObject({ spec: { overhead: { cpu: '250m' } } });
  });
});

describe('default classes', () => {
  it('should be set for claims and ingresses without a class', () => {
    const { objects } = createApiServer();
    const isDefault = (name: string): object => ({
      annotations: { [`${name}.kubernetes.io/is-default-class`]: 'true' },
    });
    objects.create(at('storageclasses', 'v1', 'storage.k8s.io'), {
      metadata: { name: 'fast', ...isDefault('storageclass') },
      provisioner: 'p',
    } as never);
    objects.create(at('ingressclasses', 'v1', 'networking.k8s.io'), {
      metadata: { name: 'front', ...isDefault('ingressclass') },
      spec: { controller: 'example.com/c' },
    } as never);

    expect(objects.create(claims, claim() as never)).toMatchObject({ spec: { storageClassName: 'fast' } });
    expect(
      objects.create(at('ingresses', 'v1', 'networking.k8s.io'), {
        metadata: metadata('i'),
        spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
      } as never),
    ).toMatchObject({ spec: { ingressClassName: 'front' } });
  });
});

describe('finalizers that protect volumes', () => {
  it('should be present, and delay nothing, because nothing here uses a volume', () => {
    const { objects } = createApiServer();
    const created = objects.create(claims, claim({ storageClassName: '' }) as never);
    objects.delete(claims, 'default/c');

    expect(created.metadata).toMatchObject({ finalizers: ['kubernetes.io/pvc-protection'] });
    expect(created).toMatchObject({ spec: { storageClassName: '', volumeMode: 'Filesystem' } });
    expect(objects.get(claims, 'default/c')).toBeUndefined();
  });
});

describe('autoscalers of both versions', () => {
  const v1 = at('horizontalpodautoscalers', 'v1', 'autoscaling');
  const v2 = at('horizontalpodautoscalers', 'v2', 'autoscaling');
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const pending = {
    type: 'Pods',
    pods: { metric: { name: 'pending' }, target: { type: 'AverageValue', averageValue: '3' } },
  };

  it('should be one object, in the form of each version', () => {
    const { objects } = createApiServer();
    objects.create(v1, {
      metadata: metadata('h'),
      spec: { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 55 },
    } as never);

    expect(objects.get(v2, 'default/h')).toMatchObject({
      apiVersion: 'autoscaling/v2',
      spec: {
        minReplicas: 1,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 55 } },
          },
        ],
      },
    });
    expect(objects.get(v1, 'default/h')).toMatchObject({ spec: { targetCPUUtilizationPercentage: 55 } });
  });

  it('should keep in annotations the fields that v1 lacks, and lose none of them', () => {
    const { objects } = createApiServer();
    const behavior = { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } };
    const spec = { scaleTargetRef, maxReplicas: 3, metrics: [pending], behavior };
    const made: object = objects.create(v2, { metadata: metadata('h'), spec } as never);
    const found = objects.get(v1, 'default/h');
    const text = found?.metadata.annotations?.['autoscaling.alpha.kubernetes.io/metrics'];
    const old: object = found ?? {};

    expect(JSON.parse(text ?? '')).toEqual([
      { type: 'Pods', pods: { metricName: 'pending', targetAverageValue: '3' } },
    ]);
    objects.update(v1, { ...old, spec: { ...specOf(old), maxReplicas: 9 } } as never);
    expect(objects.get(v2, 'default/h')).toMatchObject({ spec: { ...specOf(made), maxReplicas: 9 } });
    expect(objects.get(v2, 'default/h')?.metadata).not.toHaveProperty('annotations');
  });
});
