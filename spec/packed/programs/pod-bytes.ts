/** Number of pods in the measured page. */
export const pods = 5_000;
/** Number of changes that arrive in one chunk. */
export const events = 2_000;

/** Returns the JSON of a pod of 3 KB with the given resourceVersion. */
const podText = (n: number, version: number): string =>
  JSON.stringify({
    metadata: {
      name: `web-${n}`,
      namespace: `shop-${n % 20}`,
      uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      resourceVersion: String(version),
      creationTimestamp: '2030-01-01T00:00:00Z',
      labels: { app: `app-${n % 50}`, tier: 'web', 'pod-template-hash': `${n % 97}` },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `web-${n % 97}`, uid: `u-${n % 97}` },
      ],
    },
    spec: {
      nodeName: `node-${n % 200}`,
      volumes: [{ name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }],
      containers: Array.from({ length: 3 }, (_, at) => ({
        name: `c${at}`,
        image: `registry.example.com/team/app-${at}:1.2.3`,
        env: Array.from({ length: 12 }, (_, i) => ({ name: `SETTING_${i}`, value: `value ${i} of ${n}` })),
        resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
        volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets/token', readOnly: true }],
      })),
    },
    status: {
      phase: 'Running',
      podIP: `10.0.${n % 250}.${n % 199}`,
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastTransitionTime: '2030-01-01T00:00:00Z',
      })),
    },
  });

const podTexts = (): string[] => Array.from({ length: pods }, (_, n) => podText(n, n + 1));
const frame = (type: string, object: string): string => `{"type":"${type}","object":${object}}\n`;
const endOfInitialEvents = `{"metadata":{"resourceVersion":"${pods}","annotations":{"k8s.io/initial-events-end":"true"}}}`;

/**
 * The responses of the page's transport, by the path from which the page loads them. Each response is one
 * chunk.
 */
export const podBytes = (): Readonly<Record<string, string>> => ({
  '/list': `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"${pods}"},"items":[${podTexts().join()}]}`,
  '/stream':
    podTexts()
      .map((pod) => frame('ADDED', pod))
      .join('') + frame('BOOKMARK', endOfInitialEvents),
  '/burst': Array.from({ length: events }, (_, n) => frame('MODIFIED', podText(n, pods + 1 + n))).join(''),
});
