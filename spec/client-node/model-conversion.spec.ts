import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import * as installed from '@kubernetes/client-node';
import { OptionsError } from 'rx-informer';
import { clientNodeModels } from 'rx-informer/client-node';
import { coordination, core, events, type Pod, policy } from 'rx-informer/kinds';

const models = clientNodeModels(installed);
const metadata = { name: 'web', namespace: 'shop', uid: 'u-1', resourceVersion: '7' };

/** Converts values that the types do not allow. */
const toModel = (name: string, object: unknown): unknown => models.toModel(name as 'V1Pod', object as Pod);
const fromModel = (resource: { readonly kind: string }, model: unknown): unknown =>
  models.fromModel(resource as typeof core.v1.pods, model as installed.V1Pod);

const podWith = (spec: object) => ({ spec: { containers: [], ...spec } });
const created = (creationTimestamp: unknown) => ({ metadata: { ...metadata, creationTimestamp } });

/** Checks that a function throws an OptionsError with a message. */
function expectRefusal(run: () => unknown, message: RegExp): void {
  expect(run).toThrow(OptionsError);
  expect(run).toThrow(message);
}

describe('the fields of a conversion', () => {
  it('should keep null in both directions, because an API server sends null for a time that is not set', () => {
    expect(toModel('V1Pod', { spec: null, metadata: { creationTimestamp: null } })).toEqual({
      spec: null,
      metadata: { creationTimestamp: null },
    });
    expect(fromModel(core.v1.pods, { ...created(null), spec: null })).toMatchObject({
      spec: null,
      metadata: { creationTimestamp: null },
    });
  });

  it.each([
    [{ metadata: { labels: ['a'] } }, /object\.metadata\.labels must be an object$/],
    [{ metadata: { labels: { app: 1 } } }, /object\.metadata\.labels\.app must be a string$/],
    [{ metadata: { labels: { app: ['a'] } } }, /object\.metadata\.labels\.app must be a string$/],
    [{ metadata: { generation: '1' } }, /object\.metadata\.generation must be a number$/],
    [{ metadata: { finalizers: [{}] } }, /object\.metadata\.finalizers\[0\] must be a string$/],
    [{ spec: [] }, /object\.spec must be an object$/],
    [podWith({ nodeName: ['x'] }), /object\.spec\.nodeName must be a string$/],
    [podWith({ nodeName: { a: 1 } }), /object\.spec\.nodeName must be a string$/],
    [podWith({ hostNetwork: 'true' }), /object\.spec\.hostNetwork must be true or false$/],
    [podWith({ containers: [['a']] }), /object\.spec\.containers\[0\] must be an object$/],
    [podWith({ containers: { name: 'a' } }), /object\.spec\.containers must be a list$/],
  ])(
    'should throw an OptionsError for %j, which has another type than the field of the model',
    (object, message) => {
      expectRefusal(() => toModel('V1Pod', object), message);
      expectRefusal(
        () => fromModel(core.v1.pods, object),
        new RegExp(message.source.replace('object', 'model')),
      );
    },
  );

  it('should accept a number and a string in a field that allows both', () => {
    const service = {
      spec: {
        ports: [
          { port: 80, targetPort: 'http' },
          { port: 81, targetPort: 8081 },
        ],
      },
    };
    expect(toModel('V1Service', service)).toEqual(service);
    const wrong = { spec: { ports: [{ port: 80, targetPort: true }] } };
    expectRefusal(
      () => toModel('V1Service', wrong),
      /object\.spec\.ports\[0\]\.targetPort must be a number or a string$/,
    );
    const budget = { metadata, spec: { minAvailable: '50%' } };
    expect(fromModel(policy.v1.poddisruptionbudgets, budget)).toMatchObject(budget);
  });

  it('should accept any JSON value in a field without a fixed type, and in a field that the model does not have', () => {
    const revision = { data: [1, { a: ['b'] }], revision: 1, extra: { list: [true] } };
    expect(toModel('V1ControllerRevision', revision)).toEqual(revision);
  });

  it('should accept plain objects of another realm and without a prototype', () => {
    const other = runInNewContext('({ labels: { app: "web" }, extra: {} })') as object;
    const model = {
      metadata: { ...metadata, ...other },
      extra: Object.assign(Object.create(null), { a: 1 }) as object,
    };

    expect(fromModel(core.v1.pods, model)).toEqual({ apiVersion: 'v1', kind: 'Pod', ...model });
  });

  it.each([
    [
      { metadata: { ...metadata, labels: new Map([['a', 'b']]) } },
      /model\.metadata\.labels must be a plain object/,
    ],
    [{ metadata, extra: new Map() }, /model\.extra must be a plain object/],
    [{ metadata, extra: { at: [Buffer.from('hi')] } }, /model\.extra\.at\[0\] must be a plain object/],
    [{ metadata, data: { a: Buffer.from('hi') } }, /model\.data\.a must be a string$/],
    [
      { metadata: { ...metadata, annotations: { at: new Date(0) } } },
      /model\.metadata\.annotations\.at must be a string$/,
    ],
    [new Map(), /fromModel: model must be a plain object/],
  ])('should throw an OptionsError for an object that is not JSON: %p', (model, message) => {
    expectRefusal(() => fromModel(core.v1.secrets, model), message);
  });

  it('should convert a Date and a model in a field without a fixed type', () => {
    const model = {
      metadata,
      extra: {
        at: new Date(0),
        renewed: new installed.V1MicroTime(0),
        rule: Object.assign(new installed.V1NetworkPolicyIngressRule(), { _from: [] }),
      },
    };

    expect(fromModel(core.v1.pods, model)).toMatchObject({
      extra: { at: '1970-01-01T00:00:00Z', renewed: '1970-01-01T00:00:00.000000Z', rule: { from: [] } },
    });
    expectRefusal(() => toModel('V1Pod', { extra: new Date(0) }), /object\.extra must be a time/);
  });
});

describe('the times of a conversion', () => {
  it.each([
    '2030-02-30T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-01-00T00:00:00Z',
    '2029-02-29T00:00:00+01:00',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:60:00Z',
    '2030-01-01T00:00:00+24:00',
    '2030-01-01T00:00:00',
    '0000-01-01T00:00:00+01:00',
    '+012000-01-01T00:00:00Z',
    'yesterday',
    '',
  ])('should throw an OptionsError for the text %j', (text) => {
    expectRefusal(
      () => toModel('V1Pod', created(text)),
      /object\.metadata\.creationTimestamp must be a time/,
    );
    expectRefusal(
      () => fromModel(core.v1.pods, created(text)),
      /model\.metadata\.creationTimestamp must be a time/,
    );
  });

  it.each([
    ['2028-02-29T23:59:59.5Z', '2028-02-29T23:59:59.500Z'],
    ['0000-02-29t00:00:00z', '0000-02-29T00:00:00.000Z'],
    ['2030-12-31T23:30:00-01:00', '2031-01-01T00:30:00.000Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999Z'],
  ])('should accept the text %j', (text, time) => {
    expect(toModel('V1Pod', created(text))).toHaveProperty('metadata.creationTimestamp', new Date(time));
    expect(fromModel(core.v1.pods, created(text))).toHaveProperty('metadata.creationTimestamp', text);
  });

  it.each([Date.UTC(12_000, 0), Date.UTC(-1, 0), Date.UTC(9999, 11, 31, 23, 59, 60)])(
    'should throw an OptionsError for the Date of %d, which is not in the years 0000 to 9999',
    (at) => {
      expectRefusal(
        () => fromModel(core.v1.pods, created(new Date(at))),
        /model\.metadata\.creationTimestamp must be a Date in the years 0000 to 9999/,
      );
    },
  );

  it('should accept a Date of another realm', () => {
    expect(fromModel(core.v1.pods, created(runInNewContext('new Date(0)')))).toHaveProperty(
      'metadata.creationTimestamp',
      '1970-01-01T00:00:00Z',
    );
  });

  it('should throw an OptionsError for an object that only has the name of a Date', () => {
    const fake = { [Symbol.toStringTag]: 'Date' };
    expectRefusal(
      () => fromModel(core.v1.pods, created(fake)),
      /model\.metadata\.creationTimestamp must be a Date, not an object/,
    );
    expect(fromModel(core.v1.pods, { metadata, extra: fake })).toHaveProperty('extra', {});
  });
});

describe('the kind of a conversion', () => {
  it.each([
    ['config.openshift.io', 'Ingress'],
    ['serving.knative.dev', 'Service'],
    ['monitoring.coreos.com', 'Probe'],
    ['cluster.x-k8s.io', 'Node'],
  ])(
    'should throw an OptionsError for the custom kind of the group %s with the built-in name %s',
    (group, kind) => {
      expectRefusal(
        () => fromModel({ ...core.v1.pods, group, kind } as never, { metadata }),
        /fromModel: resource must be a kind of which client-node has a model/,
      );
    },
  );

  it.each([
    ['V1Job', { apiVersion: 'batch.volcano.sh/v1', kind: 'Job' }, /apiVersion of the model V1Job/],
    ['V2HorizontalPodAutoscaler', { apiVersion: 'autoscaling/v1' }, /apiVersion of the model V2/],
    ['EventsV1Event', { apiVersion: 'v1', kind: 'Event' }, /apiVersion of the model EventsV1Event/],
    ['CoreV1Event', { apiVersion: 'events.k8s.io/v1', kind: 'Event' }, /apiVersion of the model CoreV1Event/],
    ['V1ReplicaSet', { kind: 'Set' }, /object\.kind must be the kind of the model V1ReplicaSet/],
    ['V1PodList', { kind: 'List' }, /object\.kind must be the kind of the model V1PodList/],
  ])('should throw an OptionsError for the model %s and the object %j', (name, object, message) => {
    expectRefusal(() => toModel(name, object), message);
  });

  it.each([
    ['V1PodList', { apiVersion: 'v1', kind: 'PodList', items: [] }],
    ['V1Job', { apiVersion: 'batch/v1', kind: 'Job' }],
    ['V1Ingress', { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' }],
    ['EventsV1Event', { apiVersion: 'events.k8s.io/v1', kind: 'Event' }],
    ['CoreV1Event', { apiVersion: 'v1', kind: 'Event' }],
    ['V2HorizontalPodAutoscaler', { apiVersion: 'autoscaling/v2' }],
    ['V1OwnerReference', { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u' }],
  ])('should convert to the model %s the object %j', (name, object) => {
    expect(toModel(name, object)).toEqual(object);
  });

  it('should throw an OptionsError for an instance of the model of another kind', () => {
    const secret = Object.assign(new installed.V1Secret(), { metadata, data: { password: 'czNjcjN0' } });
    const run = () => models.fromModel(core.v1.configmaps, secret);

    expectRefusal(
      run,
      /fromModel: model must be an instance of V1ConfigMap or a plain object, not "an instance of V1Secret"/,
    );
    expect(run).not.toThrow(/czNjcjN0/);
  });

  it('should accept an instance of a class that extends the model', () => {
    class OwnLease extends installed.V1Lease {}
    const lease = Object.assign(new OwnLease(), { metadata });

    expect(models.fromModel(coordination.v1.leases, lease)).toMatchObject({ kind: 'Lease', metadata });
  });

  it('should accept an object of the class that client-node uses for objects without a model', () => {
    const event = { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, reason: 'Started' };
    const read = installed.loadYaml<object>(JSON.stringify(event));

    expect(read.constructor.name).toBe('KubernetesObject');
    expect(fromModel(events.v1.events, read)).toEqual(event);
  });
});
