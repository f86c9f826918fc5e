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
import { metaNames } from './meta-names.ts';
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
 * Fields of metadata are given flat: `{ labels }`, not `{ metadata: { labels } }`, which `kubeObject` and `nextVersion`
 * take.
 *
 * @throws OptionsError for a kind without a name; the builder: for a key with more than one slash, for `metadata`, `name`
 *   and `namespace` among the fields
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
  checkFields('objectBuilder', common);

  return <T extends B>(key: ObjectKey, fields: ObjectFields<T> = {}): T => {
    checkArgument(`${kind}: key`, key, aString);
    checkFields(kind, fields);
    const own = applyMergePatch(inPlace(common), inPlace(fields)) as object;
    const full = namespace === '' || key.includes('/') ? key : `${namespace}/${key}`;
    return kubeObject<T>(full, { apiVersion, kind, ...own } as unknown as PartOf<T>);
  };
}

const misplaced: readonly (readonly [field: string, allowed: string])[] = [
  ['metadata', 'absent: its fields are given flat, as { labels }'],
  ['name', 'absent: it is in the key'],
  ['namespace', 'absent: it is in the key'],
];

/**
 * A pod of the namespace `default`, or of the one in its key: `pod('shop/a', { labels: { app: 'web' } })`.
 *
 * Fields of metadata are given flat, without `metadata` around them.
 *
 * @throws OptionsError for a key with more than one slash, for `metadata`, `name` and `namespace` among the fields
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

/** A name is of the key, and what is in `metadata` stands beside the other fields: elsewhere it would get lost. */
function checkFields(of: string, fields: unknown): void {
  checkArgument(`${of}: fields`, fields, anObject);
  for (const [name, allowed] of misplaced) {
    checkArgument(`${of}: ${name}`, (fields as Record<string, unknown>)[name], {
      allowed,
      test: (given) => given === undefined,
    });
  }
}

function inPlace(fields: object): object {
  const metadata: [string, unknown][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields))
    (metaNames.has(name) ? metadata : rest).push([name, value]);
  return { ...Object.fromEntries(rest), metadata: Object.fromEntries(metadata) };
}
