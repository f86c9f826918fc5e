import { condition, type Sample } from './sample.ts';

/** A certificate request in PEM format, encoded as Base64. */
const request = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIcU1JR1JBZ0VBTUM4eEZqQVVCZ05WQkFNTURYTjVjM1JsYlRw',
  'dWIyUmxPbTR4RlRBVEJnTlZCQW9NREhONQpjM1JsYlRwdWIyUmxjekJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFC',
  'THZMMGRuZEpYQnkvM2doCnBoVHg2RGlib3hZcE11Tk1CRFVpREFkVHJudlM4QmtWWVFNQWkvdEVheTBBSWRwQzJRZS9STjZGNnlw',
  'bURtaUQKakxsWHk3eWdBREFLQmdncWhrak9QUVFEQWdOSUFEQkZBaUVBcDl3c1UyUHhzK25Rc0dMOFZtc0E3U0Q0ZmNvQQpvWm1l',
  'bEQ0WFpBdUs1WklDSUJkQlUraGlpK3daN21NWG9mank3R3AwWmsxa0poblZxdzU2YzVHZHYzM1AKLS0tLS1FTkQgQ0VSVElGSUNB',
  'VEUgUkVRVUVTVC0tLS0tCg==',
].join('');

const signing = (name: string, more: object, status?: object): Sample => ({
  path: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  object: {
    metadata: { name },
    spec: { request, signerName: 'example.com/signer', usages: ['digital signature'], ...more },
  },
  ...(status === undefined ? {} : { status }),
});

const apiService = (name: string, spec: object, status?: object): Sample => ({
  path: '/apis/apiregistration.k8s.io/v1/apiservices',
  object: {
    metadata: { name: `v1.${name}.example.com` },
    spec: {
      group: `${name}.example.com`,
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      ...spec,
    },
  },
  ...(status === undefined ? {} : { status }),
});

const elsewhere = {
  service: { name: 'other', namespace: 'default', port: 443 },
  insecureSkipTLSVerify: true,
};

export const extensions: readonly Sample[] = [
  signing('new', {}),
  signing('short', { expirationSeconds: 7200 }),
  signing('failed', {}, { conditions: [condition('Failed', 'True', { reason: 'It' })] }),
  apiService('local', {}),
  apiService('away', elsewhere, {
    conditions: [condition('Available', 'False', { reason: 'ServiceNotFound', message: 'No' })],
  }),
  apiService('there', elsewhere, { conditions: [condition('Available', 'True')] }),
  {
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    object: { metadata: { name: 'r' }, rules: [] },
  },
  {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    object: {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    },
  },
];
