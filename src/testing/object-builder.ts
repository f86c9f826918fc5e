import {
  anObject,
  applyMergePatch,
  aString,
  checkArgument,
  checkOptions,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
} from '../objects/index.ts';
import { kubeObject } from './kube-object.ts';
import type { PartOf } from './part-of.ts';

/** What is special about an object: fields of its metadata by name, beside fields of its own such as `spec`. */
export type ObjectFields<T extends KubeObject> = {
  readonly [K in Exclude<keyof T, keyof KubeObject>]?: PartOf<T[K]>;
} & { readonly [K in Exclude<keyof ObjectMeta, 'name' | 'namespace'>]?: PartOf<ObjectMeta[K]> };

/** Makes objects of one kind; a key without a slash is in the builder's namespace. */
export type ObjectBuilder<B extends KubeObject> = <T extends B = B>(
  key: ObjectKey,
  fields?: ObjectFields<T>,
) => T;

/** What all objects of a builder have in common. */
export interface ObjectBuilderOptions<T extends KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  /** Of a key without a slash. Default `''`: cluster-scoped, or with the namespace in each key. */
  readonly namespace?: string;
  /** Under the fields of each object. */
  readonly fields?: ObjectFields<T>;
}

/** A pod, as far as specs need to know it; `pod<Pod>('a')` with the type of `rx-informer/kinds` is one in full. */
export interface TestPod extends KubeObject {
  readonly spec?: { readonly nodeName?: string; readonly [field: string]: unknown };
  readonly status?: { readonly phase?: string; readonly [field: string]: unknown };
}

/**
 * A builder of frozen, well-formed objects of one kind: a uid made of the key, resourceVersion '1', and what you add.
 *
 * @throws OptionsError for a kind without a name; the builder: for a key with more than one slash
 *
 * @example
 * ```ts
 * const widget = objectBuilder<Widget>({ apiVersion: 'example.com/v1', kind: 'Widget', namespace: 'shop' });
 * const small = widget('a', { labels: { app: 'web' }, spec: { size: 1 } });
 * ```
 */
export function objectBuilder<B extends KubeObject = KubeObject>(
  options: ObjectBuilderOptions<B>,
): ObjectBuilder<B> {
  checkOptions('objectBuilder', options, {
    apiVersion: aString,
    kind: aString,
    namespace: aString,
    fields: anObject,
  });
  checkArgument('objectBuilder: apiVersion', options.apiVersion, aString);
  checkArgument('objectBuilder: kind', options.kind, aString);
  const { apiVersion, kind, namespace = '', fields: common = {} } = options;

  return <T extends B>(key: ObjectKey, fields: ObjectFields<T> = {}): T => {
    checkArgument(`${kind}: key`, key, aString);
    checkArgument(`${kind}: fields`, fields, anObject);
    const own = applyMergePatch(inPlace(common), inPlace(fields)) as object;
    const full = namespace === '' || key.includes('/') ? key : `${namespace}/${key}`;
    return kubeObject<T>(full, { apiVersion, kind, ...own } as unknown as PartOf<T>);
  };
}

/**
 * A pod of the namespace `default`, or of the one in its key: `pod('shop/a', { labels: { app: 'web' } })`.
 *
 * @throws OptionsError for a key with more than one slash
 *
 * @example
 * ```ts
 * const web = pod('web-0', { labels: { app: 'web' }, status: { phase: 'Running' } });
 * ```
 */
export const pod: ObjectBuilder<TestPod> = objectBuilder<TestPod>({
  apiVersion: 'v1',
  kind: 'Pod',
  namespace: 'default',
});

const metaNames: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generateName',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
] satisfies readonly (keyof ObjectMeta)[]);

function inPlace(fields: object): object {
  const metadata: [string, unknown][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields))
    (metaNames.has(name) ? metadata : rest).push([name, value]);
  return { ...Object.fromEntries(rest), metadata: Object.fromEntries(metadata) };
}
