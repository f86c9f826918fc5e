import { describe, expect, it } from '@jest/globals';
import * as installed from '@kubernetes/client-node';
import * as oldest from '@kubernetes/client-node-1';
import { expectTypeOf } from 'expect-type';
import { OptionsError } from 'rx-informer';
import { clientNodeModels } from 'rx-informer/client-node';
import {
  apiextensions,
  apps,
  autoscaling,
  batch,
  core,
  type CronJob,
  type CustomResourceDefinition,
  type Deployment,
  events,
  type EventsV1Event,
  type HorizontalPodAutoscaler,
  networking,
  type NetworkPolicy,
  type Node,
  type Pod,
  type StatefulSet,
} from 'rx-informer/kinds';
import { deepFreeze } from '../../src/objects/index.ts';

const models = clientNodeModels(installed);
const metadata = {
  name: 'web',
  namespace: 'shop',
  uid: 'u-1',
  resourceVersion: '7',
  creationTimestamp: '2030-01-31T12:00:00Z',
  labels: { startTime: '2030-01-31T12:00:00Z', _from: 'x' },
};
const pod: Pod = deepFreeze({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: {
    containers: [{ name: 'web', image: 'web:1', resources: { limits: { cpu: '500m' } } }],
    restartPolicy: 'Always',
  },
  status: { phase: 'Running', startTime: '2030-01-31T12:00:01.5Z' },
});
const event: EventsV1Event = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata,
  eventTime: '2030-01-31T12:00:00.123000Z',
  reason: 'Started',
};
const policy: NetworkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: { podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: 'web' } } }] }] },
};
const definition: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata,
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              sizes: { type: 'array', 'x-kubernetes-list-type': 'set', default: [], enum: [[1]] },
              self: { $ref: '#' },
            },
          },
        },
      },
    ],
  },
};

/** Returns the error that a function throws. */
function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('there was no error');
}

describe.each([
  ['the installed version', clientNodeModels(installed)],
  ['version 1.4', clientNodeModels(oldest) as unknown as typeof models],
])('clientNodeModels with client-node of %s', (_, models) => {
  it('should return the same object after both conversions', () => {
    expect(models.fromModel(core.v1.pods, models.toModel('V1Pod', pod))).toEqual({
      ...pod,
      status: { phase: 'Running', startTime: '2030-01-31T12:00:01.500Z' },
    });
    expect(models.fromModel(events.v1.events, models.toModel('EventsV1Event', event))).toEqual(event);
    expect(
      models.fromModel(networking.v1.networkpolicies, models.toModel('V1NetworkPolicy', policy)),
    ).toEqual(policy);
    expect(
      models.fromModel(
        apiextensions.v1.customresourcedefinitions,
        models.toModel('V1CustomResourceDefinition', definition),
      ),
    ).toEqual(definition);
  });

  it('should create models, with each time as a Date', () => {
    const model = models.toModel('V1Pod', pod);

    expect(model.constructor.name).toBe('V1Pod');
    expect(model.spec?.containers[0]?.constructor.name).toBe('V1Container');
    expect(model.metadata?.creationTimestamp).toEqual(new Date('2030-01-31T12:00:00Z'));
    expect(model.metadata?.labels).toEqual(metadata.labels);
    const { eventTime } = models.toModel('EventsV1Event', event);
    expect(eventTime.toISOString()).toBe('2030-01-31T12:00:00.123000Z');
  });

  it('should change the names that client-node avoids', () => {
    expect(models.toModel('V1NetworkPolicy', policy).spec?.ingress?.[0]).toHaveProperty('_from');
    const { versions } = models.toModel('V1CustomResourceDefinition', definition).spec;
    const properties = versions[0]?.schema?.openAPIV3Schema?.properties;
    expect(properties?.['sizes']).toMatchObject({
      x_kubernetes_list_type: 'set',
      _default: [],
      _enum: [[1]],
    });
    expect(properties?.['self']).toMatchObject({ ref: '#' });
  });

  it('should create models that the API client of client-node can send', () => {
    const model = models.toModel('V1Pod', pod);
    const sent = JSON.parse(JSON.stringify(model)) as unknown;

    expect(sent).toMatchObject({ metadata: { creationTimestamp: '2030-01-31T12:00:00.000Z' } });
  });
});

describe('clientNodeModels', () => {
  it('should keep fields that the model does not have, and null', () => {
    const newer = { ...pod, spec: { ...pod.spec, newField: { a: 1 } }, status: null };
    const model = models.toModel('V1Pod', newer as unknown as Pod);

    expect(model).toMatchObject({ status: null, spec: { newField: { a: 1 } } });
    expect(JSON.stringify(models.fromModel(core.v1.pods, model))).toContain('"newField":{"a":1}');
  });

  it('should not change the prototype for a field __proto__', () => {
    const hostile = JSON.parse(
      '{"metadata":{"name":"a"},"spec":{"containers":[],"__proto__":{"hostNetwork":true}}}',
    ) as Pod;

    const { spec } = models.toModel('V1Pod', hostile);
    expect(spec?.hostNetwork).toBeUndefined();
    expect(Object.getPrototypeOf(spec)).toBe(installed.V1PodSpec.prototype);
  });

  it('should not share parts of the object', () => {
    const model = models.toModel('V1Pod', pod);
    if (model.metadata?.labels !== undefined) model.metadata.labels['app'] = 'web';

    expect(pod.metadata.labels).not.toHaveProperty('app');
  });

  it('should add apiVersion and kind, which the items of a list do not have', () => {
    const item = models.toModel('V1Pod', pod);
    delete item.apiVersion;
    delete item.kind;

    expect(models.fromModel(core.v1.pods, item)).toMatchObject({ apiVersion: 'v1', kind: 'Pod' });
  });

  it('should accept a plain object in the form of a model', () => {
    const plain = {
      metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: new Date(0) },
    };

    expect(models.fromModel(core.v1.pods, plain).metadata).toEqual({
      name: 'a',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: '1970-01-01T00:00:00Z',
    });
  });

  it('should accept a time that client-node did not convert', () => {
    const model = models.toModel('EventsV1Event', event);
    Object.assign(model, { eventTime: '2030-01-31T12:00:00.123456Z' });

    expect(models.fromModel(events.v1.events, model).eventTime).toBe('2030-01-31T12:00:00.123456Z');
  });

  it.each([
    [
      { creationTimestamp: new Date(NaN) },
      /fromModel: model\.metadata\.creationTimestamp must be a valid Date/,
    ],
    [{ creationTimestamp: 7 }, /fromModel: model\.metadata\.creationTimestamp must be a Date, not 7/],
    [{ uid: undefined }, /fromModel: model\.metadata\.uid must be a text/],
    [{ ownerReferences: {} }, /fromModel: model\.metadata\.ownerReferences must be a list/],
    [{ labels: 'secret' }, /fromModel: model\.metadata\.labels must be an object$/],
  ])('should throw an OptionsError for the metadata %j of a model', (wrong, message) => {
    const model = models.toModel('V1Pod', pod);
    Object.assign(Object(model.metadata), wrong);

    const error = errorOf(() => models.fromModel(core.v1.pods, model));
    expect(error).toBeInstanceOf(OptionsError);
    expect(String(error)).toMatch(message);
  });

  it('should throw an OptionsError for a wrong argument', () => {
    const nothing = null as unknown as Pod;
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const wrong: readonly (readonly [run: () => unknown, message: RegExp])[] = [
      [() => clientNodeModels({}), /clientNodeModels: module must be all exports of client-node/],
      [() => clientNodeModels(null as unknown as object), /clientNodeModels: module must be an object/],
      [() => models.toModel('V1Pod', nothing), /toModel: object must be an object, not null/],
      [() => models.toModel('KubeConfig', pod as never), /toModel: name must be the name of a model/],
      [
        () => models.toModel('V1Pod', { kind: 'Node' }),
        /toModel: object\.kind must be the kind of the model V1Pod, not "Node"/,
      ],
      [
        () => models.toModel('V1Pod', { metadata: { creationTimestamp: 'today' } }),
        /toModel: object\.metadata\.creationTimestamp must be a time/,
      ],
      [
        () => models.toModel('V1Pod', { spec: { containers: [cyclic as never] } }),
        /must be at most 1000 levels/,
      ],
      [
        () => models.fromModel(core.v1.pods, nothing as never),
        /fromModel: model must be an object, not null/,
      ],
      [
        () => models.fromModel(core.v1.pods, models.toModel('V1Node', { kind: 'Node' }) as never),
        /fromModel: model\.kind must be 'Pod' or absent, not "Node"/,
      ],
      [
        () => models.fromModel({ ...core.v1.pods, kind: 'Widget' }, {} as never),
        /fromModel: resource must be a kind of which client-node has a model, not "Widget"/,
      ],
    ];
    for (const [run, message] of wrong) {
      const error = errorOf(run);
      expect(error).toBeInstanceOf(OptionsError);
      expect(String(error)).toMatch(message);
    }
  });
});

describe('the types of clientNodeModels', () => {
  it('should accept the kinds, and return the models, without casts', () => {
    const convert = (
      node: Node,
      deployment: Deployment,
      set: StatefulSet,
      scaler: HorizontalPodAutoscaler,
      job: CronJob,
    ) => [
      models.toModel('V1Node', node),
      models.toModel('V1Deployment', deployment),
      models.toModel('V1StatefulSet', set),
      models.toModel('V2HorizontalPodAutoscaler', scaler),
      models.toModel('V1CronJob', job),
      clientNodeModels(oldest).toModel('V1CronJob', job),
      models.toModel('V1Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'a' }] } }),
      // @ts-expect-error a pod needs containers
      models.toModel('V1Pod', { metadata: { name: 'a' }, spec: {} }),
      // @ts-expect-error a node is not a pod
      models.toModel('V1Pod', node),
    ];
    expectTypeOf(convert).returns.toBeArray();
    expectTypeOf(models.toModel('V1Pod', pod)).toEqualTypeOf<installed.V1Pod>();
    expectTypeOf(clientNodeModels(oldest).toModel('V1Pod', pod)).toEqualTypeOf<oldest.V1Pod>();
  });

  it('should accept the models, and return the kinds, without casts', () => {
    const convert = (
      node: installed.V1Node,
      deployment: installed.V1Deployment,
      scaler: installed.V2HorizontalPodAutoscaler,
      job: oldest.V1CronJob,
      stored: installed.CoreV1Event,
    ) => ({
      node: models.fromModel(core.v1.nodes, node),
      deployment: models.fromModel(apps.v1.deployments, deployment),
      scaler: models.fromModel(autoscaling.v2.horizontalpodautoscalers, scaler),
      job: models.fromModel(batch.v1.cronjobs, job),
      event: models.fromModel(core.v1.events, stored),
      // @ts-expect-error a node is not a pod
      wrong: models.fromModel(core.v1.pods, node),
    });
    expectTypeOf(convert).returns.toHaveProperty('node').toEqualTypeOf<Node>();
    expectTypeOf(convert).returns.toHaveProperty('job').toEqualTypeOf<CronJob>();
  });

  it('should fit the API client of client-node', () => {
    const api = (client: installed.CoreV1Api) =>
      client.createNamespacedPod({ namespace: 'shop', body: models.toModel('V1Pod', pod) });
    expectTypeOf(api).returns.resolves.toEqualTypeOf<installed.V1Pod>();
  });
});
