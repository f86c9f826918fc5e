import type { Body } from '../server.ts';
import { finite, labels, template } from './valid/valid.ts';

/** A manifest with a mistake that users often make, or with an unusual spelling. */
export interface Manifest {
  readonly name: string;
  readonly path: string;
  /** The HTTP method. `PATCH` means a server-side apply. */
  readonly method: 'POST' | 'PATCH';
  readonly object: Body;
}

const at = (group: string, plural: string): string => `${group}/namespaces/differential/${plural}`;
const metadata = { name: 'a' };
const container = { name: 'a', image: 'a' };

const posted =
  (path: string) =>
  (name: string, object: Body): Manifest => ({
    name,
    path,
    method: 'POST',
    object: { metadata, ...object },
  });

const pod = posted(at('/api/v1', 'pods'));
const service = posted(at('/api/v1', 'services'));
const quota = posted(at('/api/v1', 'resourcequotas'));
const deployment = posted(at('/apis/apps/v1', 'deployments'));
const job = posted(at('/apis/batch/v1', 'jobs'));
const cronJob = posted(at('/apis/batch/v1', 'cronjobs'));
const ingress = posted(at('/apis/networking.k8s.io/v1', 'ingresses'));
const policy = posted(at('/apis/networking.k8s.io/v1', 'networkpolicies'));

const ofContainer = (name: string, more: Body, rest: Body = {}): Manifest =>
  pod(name, { spec: { containers: [{ ...container, ...more }], ...rest } });

/**
 * Manifests with typical mistakes. If the test server accepted such a manifest, a user's test would pass, but the
 * manifest would fail in production.
 */
const mistakes: readonly Manifest[] = [
  pod('a pod without containers', { spec: { containers: [] } }),
  pod('two containers of one name', { spec: { containers: [container, container] } }),
  ofContainer('a container in upper case', { name: 'Web' }),
  ofContainer('a mount without a volume', { volumeMounts: [{ name: 'v', mountPath: '/v' }] }),
  ofContainer('port 70000', { ports: [{ containerPort: 70_000 }] }),
  ofContainer('an unknown policy to pull images', { imagePullPolicy: 'Sometimes' }),
  ofContainer('cpu: lots', { resources: { limits: { cpu: 'lots' } } }),
  ofContainer('more requested than the limit', {
    resources: { limits: { cpu: '1' }, requests: { cpu: '2' } },
  }),
  ofContainer(
    'a probe of an init container',
    {},
    {
      initContainers: [{ name: 'i', image: 'i', livenessProbe: { exec: { command: ['x'] } } }],
    },
  ),
  service('a service without ports', { spec: { selector: labels } }),
  service('a port twice', {
    spec: {
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 80 },
      ],
    },
  }),
  job('a job that restarts always', { spec: { template } }),
  ingress('an empty ingress', { spec: {} }),
  deployment('a selector of other pods', { spec: { selector: { matchLabels: { app: 'other' } }, template } }),
  deployment('a deployment without a selector', { spec: { template } }),
  deployment('an unknown strategy', {
    spec: { selector: { matchLabels: labels }, template, strategy: { type: 'BlueGreen' } },
  }),
  cronJob('a schedule of six fields', {
    spec: { schedule: '0 0 * * * *', jobTemplate: { spec: { template: finite } } },
  }),
  {
    name: 'an applied container without a name',
    path: `${at('/apis/apps/v1', 'deployments')}/a?fieldManager=a`,
    method: 'PATCH',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ image: 'a' }] } },
      },
    },
  },
];

const texts = ['+', 'm', '-', '.', '', 'e3', 'Ki', '1.', '.5', '1e3', '1ki', '0x1', ' 1', '1mm', '--1'];
const quantities = texts.map((cpu) =>
  quota(`a quantity ${JSON.stringify(cpu)}`, { spec: { hard: { cpu } } }),
);

const web = { name: 's', port: { number: 80 } };
const withPath = (name: string, one: Body): Manifest =>
  ingress(name, { spec: { rules: [{ http: { paths: [one] } }] } });

const paths = ['', 'a', '/a//b', '/a/./b', '/a/../b', '/a/.', '/a%2fb', '/a%2eb', '//', '/a b', '/a?b'];
const ingresses: readonly Manifest[] = [
  ...['Exact', 'Prefix', 'ImplementationSpecific'].flatMap((pathType) =>
    paths.map((path) =>
      withPath(`the ${pathType} path ${path}`, { pathType, path, backend: { service: web } }),
    ),
  ),
  ...[
    { service: web, resource: { kind: 'K', name: 'n' } },
    { service: { name: 's', port: { name: 'http', number: 80 } } },
    { service: { name: 's', port: {} } },
    {},
  ].map((backend) =>
    withPath(`the backend ${JSON.stringify(backend)}`, { pathType: 'Exact', path: '/', backend }),
  ),
];

const schedules = [
  '60 * * * *',
  '*/0 * * * *',
  '5-1 * * * *',
  '* * 0 * *',
  '* * * jan-mar sun',
  '* * * * 7',
  '@daily',
];
const moreSchedules = [
  '@never',
  '@every 1h',
  '@every 1x',
  '? * * * *',
  '1-2-3 * * * *',
  'TZ=UTC * * * * *',
  ', * * * *',
];
const zones = [
  'Local',
  'europe/berlin',
  'Asia/Calcutta',
  'US/Pacific',
  'Etc/GMT+5',
  '+01',
  'etc/utc',
  'Mars/Phobos',
];
const scheduled = (name: string, spec: Body): Manifest =>
  cronJob(name, { spec: { ...spec, jobTemplate: { spec: { template: finite } } } });
const times: readonly Manifest[] = [
  ...[...schedules, ...moreSchedules].map((schedule) => scheduled(`the schedule ${schedule}`, { schedule })),
  ...zones.map((timeZone) => scheduled(`the zone ${timeZone}`, { schedule: '* * * * *', timeZone })),
];

const blocks = [
  '10.0.0.1/8',
  '010.0.0.0/8',
  '10.0.0.0/08',
  '::ffff:10.0.0.0/104',
  '10.0.0.0',
  '2001:DB8::/32',
  '::/0',
];
const policies = blocks.map((cidr) =>
  policy(`the block ${cidr}`, {
    spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr, except: ['10.1.0.0/16'] } }] }] },
  }),
);

const pods: readonly Manifest[] = [
  ofContainer('a device without a limit', { resources: { requests: { 'a.b/gpu': '1' } } }),
  ofContainer('half a device', { resources: { limits: { 'a.b/gpu': '500m' } } }),
  ofContainer('an unknown resource', { resources: { limits: { gpu: '1' } } }),
  ofContainer('huge pages alone', { resources: { limits: { 'hugepages-2Mi': '4Mi' } } }),
  ofContainer('half a huge page', { resources: { limits: { 'hugepages-2Mi': '3Mi', cpu: '1' } } }),
  ofContainer('blanks around an image', { image: ' a ' }),
  ofContainer('an unknown resize policy', {
    resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'X' }],
  }),
  ofContainer('ephemeral containers', {}, { ephemeralContainers: [{ name: 'e', image: 'e' }] }),
  ofContainer('a gate in capitals with blanks', {}, { schedulingGates: [{ name: 'Not Valid!' }] }),
  ofContainer('a gate and a node', {}, { nodeName: 'n', schedulingGates: [{ name: 'a.b/c' }] }),
  ofContainer('an unknown system', {}, { os: { name: 'beos' } }),
  ofContainer('own users in the network of the node', {}, { hostUsers: false, hostNetwork: true }),
  ofContainer('processes shared twice', {}, { shareProcessNamespace: true, hostPID: true }),
  ofContainer(
    'no domains',
    {},
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 0 },
      ],
    },
  ),
];

/** All manifests. The comparison sends them unchanged to both servers. */
export const manifests: readonly Manifest[] = [
  ...mistakes,
  ...quantities,
  ...ingresses,
  ...times,
  ...policies,
  ...pods,
];
