import { randomBytes } from 'node:crypto';
import type { Body } from './bodies.ts';
import { type Answer, get, post } from './client.ts';
import { eventually } from './eventually.ts';
import { group } from './widgets.ts';

/** The namespace of one check, with the objects c0…c5. */
export interface TestNamespace {
  readonly namespace: string;
  /** The path of its configmaps. */
  readonly configMaps: string;
  /** The path of its widgets. */
  readonly widgets: string;
  readonly pods: string;
}

/**
 * A controller creates this object in each new namespace, if the server has controllers. A check starts after it
 * exists.
 */
const publishedName = 'kube-root-ca.crt';
let published: Promise<boolean> | undefined;
const publishes = (): Promise<boolean> =>
  (published ??= get(`/api/v1/namespaces/default/configmaps/${publishedName}`).then(
    ({ status }) => status === 200,
  ));

/** The label of each namespace of the suite. */
export const mark = 'rx-informer-conformance';

/** The names of the `ConfigMap`s that exist from the start. */
export const fixtures = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const;

/** Makes a new namespace with c0…c5, labelled by `par`, and with this number of widgets `w0`…. */
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
  // A real server answers some requests from a cache that is slightly behind. A consistent list waits for the cache.
  await get(made.configMaps);
  return made;
}

/** Creates an object. Rejects if the server refuses it. */
export async function created(path: string, object: object): Promise<Body> {
  return done(await post(path, object));
}

/** Returns the body of an answer. Throws for a status other than 2xx. */
export function done({ status, text, body }: Answer): Body {
  if (status < 200 || status > 299) throw new Error(`${status} ${text}`);
  return body;
}

/** A new `ConfigMap`. */
export const configMap = (name: string, metadata: object = {}, data: object = { k: 'v' }): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

/** A new `Widget`. */
export const widget = (name: string, spec: object = { size: 1 }, metadata: object = {}): object => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name, ...metadata },
  spec,
});

/** A new `Pod`, optionally with a node. */
export const pod = (name: string, nodeName?: string, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: {
    containers: [{ name: 'main', image: 'none.example/image' }],
    ...(nodeName === undefined ? {} : { nodeName }),
  },
});
