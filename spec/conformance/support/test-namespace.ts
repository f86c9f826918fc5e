import { randomBytes } from 'node:crypto';
import type { Body } from './bodies.ts';
import { type Answer, get, post } from './client.ts';
import { eventually } from './eventually.ts';
import { group } from './widgets.ts';

/** The namespace of one check. It contains the ConfigMaps c0 to c5. */
export interface TestNamespace {
  readonly namespace: string;
  /** The path of the ConfigMaps in the namespace. */
  readonly configMaps: string;
  /** The path of the widgets in the namespace. */
  readonly widgets: string;
  readonly pods: string;
}

/**
 * The name of a ConfigMap that a controller creates in each new namespace. If the server runs controllers, each check
 * waits for this ConfigMap before the check starts.
 */
const publishedName = 'kube-root-ca.crt';
let published: Promise<boolean> | undefined;
const publishes = (): Promise<boolean> =>
  (published ??= get(`/api/v1/namespaces/default/configmaps/${publishedName}`).then(
    ({ status }) => status === 200,
  ));

/** The label of each namespace that the checks create. */
export const mark = 'rx-informer-conformance';

/** The names of the ConfigMaps that exist in the namespace of each check. */
export const fixtures = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const;

/**
 * Creates a namespace with the ConfigMaps c0 to c5, whose label `par` is `even` or `odd`. Also creates the given
 * number of widgets.
 */
export async function createTestNamespace({
  widgets = 0,
}: { readonly widgets?: number } = {}): Promise<TestNamespace> {
  const namespace = `conformance-${randomBytes(5).toString('hex')}`;
  await created('/api/v1/namespaces', { metadata: { name: namespace, labels: { [mark]: 'true' } } });
  const made: TestNamespace = {
    namespace,
    configMaps: `/api/v1/namespaces/${namespace}/configmaps`,
    widgets: `/apis/${group}/v1/namespaces/${namespace}/widgets`,
    pods: `/api/v1/namespaces/${namespace}/pods`,
  };
  await Promise.all([
    ...fixtures.map((name, index) =>
      created(made.configMaps, configMap(name, { labels: { par: index % 2 === 0 ? 'even' : 'odd' } })),
    ),
    ...Array.from({ length: widgets }, (_, index) =>
      created(made.widgets, widget(`w${index}`, { size: index + 1 })),
    ),
  ]);
  if (await publishes())
    await eventually(
      () => get(`${made.configMaps}/${publishedName}`),
      ({ status }) => status === 200,
    );
  // A real server answers some requests from a cache that may be behind. A list without a resourceVersion waits for
  // this cache.
  await get(made.configMaps);
  return made;
}

/** Creates an object. Rejects if the server refuses the object. */
export async function created(path: string, object: object): Promise<Body> {
  return done(await post(path, object));
}

/** Returns the body of a response. Throws an error if the status is not 2xx. */
export function done({ status, text, body }: Answer): Body {
  if (status < 200 || status > 299) throw new Error(`${status} ${text}`);
  return body;
}

/** Returns the body of a new `ConfigMap`. */
export const configMap = (name: string, metadata: object = {}, data: object = { k: 'v' }): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

/** Returns the body of a new `Widget`, which is a custom resource. */
export const widget = (name: string, spec: object = { size: 1 }, metadata: object = {}): object => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name, ...metadata },
  spec,
});

/** Returns the body of a new `Pod`, optionally with the name of a node. */
export const pod = (name: string, nodeName?: string, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: {
    containers: [{ name: 'main', image: 'none.example/image' }],
    ...(nodeName === undefined ? {} : { nodeName }),
  },
});
