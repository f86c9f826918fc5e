/** What runs in a page to measure its long tasks: an informer of 5,000 pods with a subscriber and a live query. */
import {
  concatWith,
  EMPTY,
  filter,
  firstValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  Subject,
  take,
} from 'rxjs';
import { informer, listWatch, query, type Transport } from 'rx-informer';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';

/** A way for 5,000 pods, or 2,000 changes of them, to come in. */
export type Way =
  'streamed' | 'paged' | 'streamed in one chunk' | 'paged in one chunk' | 'events in one chunk';

const pods = 5_000;
const events = 2_000;

/** A pod of 3 KB at a version. */
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

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const all = Array.from({ length: pods }, (_, n) => podText(n, n + 1));
const frame = (type: string, object: string): string => `{"type":"${type}","object":${object}}\n`;
const end = `{"metadata":{"resourceVersion":"${pods}","annotations":{"k8s.io/initial-events-end":"true"}}}`;
const list = bytes(
  `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"${pods}"},"items":[${all.join()}]}`,
);
const stream = bytes(all.map((pod) => frame('ADDED', pod)).join('') + frame('BOOKMARK', end));
const burst = bytes(
  Array.from({ length: events }, (_, n) => frame('MODIFIED', podText(n, pods + 1 + n))).join(''),
);

/** Each answer is one chunk. */
const oneChunk = (burst$: Observable<Uint8Array>): Transport => ({
  open: ({ query = {} }) => {
    if (query['watch'] !== 'true') return of(list);
    const initial$ = query['sendInitialEvents'] === 'true' ? of(stream) : EMPTY;
    return initial$.pipe(concatWith(burst$, NEVER));
  },
});

/** Measures one way; resolves with the durations of its long tasks, ms. */
async function measure(way: Way): Promise<readonly number[]> {
  const bursts = new Subject<Uint8Array>();
  const transport = way.endsWith('in one chunk') ? oneChunk(bursts) : fetchTransport({ server: '' });
  const reflect = way.startsWith('paged')
    ? ({ streamingList: 'never', pageSize: way === 'paged' ? 500 : 0 } as const)
    : {};
  const source = informer(listWatch(transport, core.v1.pods), { reflect });
  let changes = 0;
  const heard = new Subject<number>();
  const count = (wanted: number): Promise<unknown> =>
    firstValueFrom(
      heard.pipe(
        filter((seen) => seen === wanted),
        take(1),
        map(() => undefined),
      ),
    );

  const tasks: number[] = [];
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) tasks.push(Math.round(duration));
  });
  const listed = count(pods);
  if (way !== 'events in one chunk') observer.observe({ entryTypes: ['longtask'] });
  const subscription = source.changes().subscribe(() => heard.next(++changes));
  subscription.add(
    query(source, { where: ({ metadata }) => metadata.labels?.['app'] === 'app-7' }).subscribe(),
  );
  await listed;
  if (way === 'events in one chunk') {
    observer.observe({ entryTypes: ['longtask'] });
    const changed = count(pods + events);
    setTimeout(() => bursts.next(burst.slice()));
    await changed;
  }
  await new Promise((resolve) => setTimeout(resolve, 300)); // the observer is called after the task
  observer.disconnect();
  subscription.unsubscribe();
  return tasks;
}

Object.assign(globalThis, { measure });
