import type { Chance } from './chance.ts';
import type { Body } from './server.ts';

/** A kind of object that the comparison writes at random. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Returns the path of the collection in a namespace. */
  readonly path: (namespace: string) => string;
  readonly builtIn: boolean;
  readonly scale: boolean;
  /** Returns the object for the first write. */
  readonly base: (chance: Chance) => Body;
  /** Returns the partial object that a server-side apply sends. */
  readonly configuration: (chance: Chance) => Body;
  /** Returns a random status. Undefined if the kind has no status. */
  readonly status: ((chance: Chance) => Body) | undefined;
}

/** Returns metadata with random labels, annotations and finalizers. */
export function metadata(chance: Chance): Body {
  const labels = chance.some({ a: chance.pick(['1', '2']), b: chance.pick(['1', '2']), c: '3' });
  const annotations = chance.some({ 'example.com/x': chance.pick(['1', '2']), 'example.com/y': '2' });
  return {
    ...(chance.once(2) ? { labels } : {}),
    ...(chance.once(2) ? { annotations } : {}),
    ...(chance.once(5) ? { finalizers: chance.sample(['example.com/f', 'example.com/g']) } : {}),
  };
}

const configMaps: Kind = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  path: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
  builtIn: true,
  scale: false,
  base: (chance) => ({ data: chance.some({ k1: 'x', k2: 'x', k3: 'x' }) }),
  configuration: (chance) => ({
    ...(chance.once(6)
      ? {}
      : {
          data: chance.some({
            k1: chance.pick(['x', 'y']),
            k2: chance.pick(['x', 'y']),
            k3: 'x',
            'k.4': 'z',
          }),
        }),
    ...(chance.once(6) ? { binaryData: { b: 'eHg=' } } : {}),
  }),
  status: undefined,
};

const container = (chance: Chance, name: string): Body => ({
  name,
  image: chance.pick(['web:1', 'web:2']),
  imagePullPolicy: 'IfNotPresent',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
});

function containerPart(chance: Chance): Body {
  const name = chance.pick(['c1', 'c2', 'c3']);
  const env = chance.sample([
    { name: 'A', value: chance.pick(['1', '2']) },
    { name: 'B', value: chance.pick(['1', '2']) },
    { name: 'C', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
  ]);
  const ports = chance.sample([
    { containerPort: 80, protocol: 'TCP', name: chance.pick(['http', 'web']) },
    { containerPort: 443, protocol: 'TCP' },
    { containerPort: 80, protocol: 'UDP' },
  ]);
  const volumeMounts = chance.sample([
    { name: 'v1', mountPath: '/a' },
    { name: 'v1', mountPath: '/b', readOnly: true },
  ]);
  return {
    ...container(chance, name),
    ...(chance.once(2) ? { env } : {}),
    ...(chance.once(2) ? { ports } : {}),
    ...(chance.once(4) ? { volumeMounts } : {}),
    ...(chance.once(3) ? { args: chance.sample(['x', 'y', 'z']) } : {}),
    ...(chance.once(4)
      ? { resources: { limits: chance.some({ cpu: '1', memory: chance.pick(['1Gi', '2Gi']) }) } }
      : {}),
  };
}

const distinct = (containers: readonly Body[]): readonly Body[] =>
  containers.filter(({ name }, at) => containers.findIndex((one) => one['name'] === name) === at);

const templateMetadata = { labels: { app: 'x' } };

const podDefaults = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
  volumes: [{ name: 'v1', emptyDir: {} }],
};

const deploymentDefaults = {
  progressDeadlineSeconds: 600,
  revisionHistoryLimit: 10,
  replicas: 1,
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
  selector: { matchLabels: { app: 'x' } },
};

const deployments: Kind = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  path: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
  builtIn: true,
  scale: true,
  base: (chance) => ({
    spec: {
      ...deploymentDefaults,
      template: {
        metadata: templateMetadata,
        spec: { ...podDefaults, containers: [container(chance, 'c0'), container(chance, 'c1')] },
      },
    },
  }),
  configuration: (chance) => ({
    spec: {
      // Also sends the fields with defaults, because this apply may create the object.
      ...deploymentDefaults,
      ...(chance.once(2) ? { replicas: 1 + chance.below(3) } : {}),
      ...(chance.once(4) ? { minReadySeconds: 1 + chance.below(2) } : {}),
      template: {
        metadata: {
          labels: { ...templateMetadata.labels, ...chance.some({ l: chance.pick(['1', '2']) }) },
        },
        spec: {
          ...podDefaults,
          ...(chance.once(5) ? { nodeSelector: chance.some({ n: chance.pick(['1', '2']), m: '1' }) } : {}),
          ...(chance.once(5) ? { tolerations: [{ key: chance.pick(['k', 'l']), operator: 'Exists' }] } : {}),
          containers: distinct([
            container(chance, 'c0'),
            ...(chance.once(3) ? [] : [containerPart(chance)]),
            ...(chance.once(2) ? [containerPart(chance)] : []),
          ]),
        },
      },
    },
  }),
  status: (chance) => ({
    ...(chance.once(2) ? { replicas: 1 + chance.below(3) } : {}),
    conditions: chance.sample([condition('Available', chance), condition('Progressing', chance)]),
  }),
};

const condition = (type: string, chance: Chance): Body => ({
  type,
  status: chance.pick(['True', 'False']),
  lastUpdateTime: '2026-01-01T00:00:00Z',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

const serviceDefaults = {
  clusterIP: 'None',
  clusterIPs: ['None'],
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
  internalTrafficPolicy: 'Cluster',
  sessionAffinity: 'None',
  type: 'ClusterIP',
};

const servicePorts = (chance: Chance): readonly Body[] =>
  chance.sample([
    {
      name: 'p1',
      port: 80,
      protocol: 'TCP',
      targetPort: 80,
      ...chance.some({ appProtocol: chance.pick(['http', 'h2c']) }),
    },
    { name: 'p2', port: 443, protocol: 'TCP', targetPort: 443 },
    { name: 'p3', port: 80, protocol: 'UDP', targetPort: 80 },
  ]);

const services: Kind = {
  apiVersion: 'v1',
  kind: 'Service',
  path: (namespace) => `/api/v1/namespaces/${namespace}/services`,
  builtIn: true,
  scale: false,
  base: () => ({
    spec: {
      ...serviceDefaults,
      selector: { app: 'x' },
      ports: [{ name: 'p0', port: 1, protocol: 'TCP', targetPort: 1 }],
    },
  }),
  configuration: (chance) => ({
    spec: {
      ...serviceDefaults,
      ...(chance.once(3) ? {} : { ports: servicePorts(chance) }),
      ...(chance.once(2)
        ? { selector: { app: chance.pick(['x', 'y']), ...chance.some({ tier: 'z' }) } }
        : {}),
    },
  }),
  status: undefined,
};

export const widgetGroup = 'differential.example.com';

const widgets: Kind = {
  apiVersion: `${widgetGroup}/v1`,
  kind: 'Widget',
  path: (namespace) => `/apis/${widgetGroup}/v1/namespaces/${namespace}/widgets`,
  builtIn: false,
  scale: true,
  base: (chance) => ({ spec: { size: 1 + chance.below(3), replicas: 1 } }),
  configuration: (chance) => ({
    ...(chance.once(8)
      ? {}
      : {
          spec: {
            ...chance.some({
              size: 1 + chance.below(3),
              replicas: 1 + chance.below(3),
              color: chance.pick(['red', 'blue']),
              tags: chance.sample(['x', 'y', 'z']),
              numbers: chance.sample([1, 2, 10]),
              ports: chance.sample([
                { port: 80, protocol: 'TCP', name: chance.pick(['a', 'b']) },
                { port: 80, ...(chance.once(2) ? { protocol: 'UDP' } : { protocol: 'SCTP' }), name: 'c' },
                { port: 9, name: 'd' },
              ]),
              steps: chance.sample([{ run: 'a' }, { run: 'b' }]),
              point: chance.some({ x: chance.below(3), y: 1 }),
              inner: chance.some({ a: chance.pick(['1', '2']), b: { c: chance.pick(['1', '2']) }, e: {} }),
              free: chance.some({ f: chance.pick([1, 'two']), g: { h: [1, chance.below(2)] }, i: {} }),
              map: chance.some({ m: { v: chance.pick(['1', '2']) }, n: { v: '1' } }),
              limit: chance.pick<number | string>([1, '50%']),
            }),
          },
        }),
  }),
  status: (chance) => ({
    ...chance.some({ phase: chance.pick(['Up', 'Down']), replicas: chance.below(3) }),
    conditions: chance.sample([
      { type: 'Ready', status: chance.pick(['True', 'False']) },
      { type: 'Done', status: 'True' },
    ]),
  }),
};

export const kinds: Readonly<Record<string, Kind>> = { configMaps, deployments, services, widgets };
