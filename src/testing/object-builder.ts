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

/** The fields of one object. A field of metadata, such as `labels`, is on the same level as `spec`. */
export type ObjectFields<T extends KubeObject> = {
  readonly [K in Exclude<keyof T, keyof KubeObject>]?: PartOf<T[K]>;
} & { readonly [K in Exclude<keyof ObjectMeta, 'name' | 'namespace'>]?: PartOf<ObjectMeta[K]> };

/**
 * A function that creates objects of one kind. A key without a slash gets the namespace of the builder.
 *
 * @typeParam B - the type of the objects, if the call of the function does not name another type
 * @typeParam Base - the type that each type of an object has to extend
 */
export type ObjectBuilder<B extends Base, Base extends KubeObject = B> = <T extends Base = B>(
  key: ObjectKey,
  fields?: ObjectFields<T>,
) => T;

/** The properties that all objects of a builder have. */
export interface ObjectBuilderOptions<T extends KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  /**
   * The namespace for keys without a slash. Default: `''`, which means that an object is cluster-scoped, or
   * that its key contains a namespace.
   */
  readonly namespace?: string;
  /** The default fields of all objects. The fields of one object override the default fields. */
  readonly fields?: ObjectFields<T>;
}

/**
 * A pod with the fields that most specs need. For the complete type use `pod<Pod>('a')`, with `Pod` from
 * `rx-informer/kinds`.
 */
export interface TestPod extends KubeObject {
  readonly spec?: { readonly nodeName?: string; readonly [field: string]: unknown };
  readonly status?: { readonly phase?: string; readonly [field: string]: unknown };
}

/**
 * Returns a builder of frozen, well-formed objects of one kind. Each object has a uid that is made from its key,
 * resourceVersion '1', and your fields. Fields of metadata are given without `metadata` around them: `{
 * labels }`. In contrast, `kubeObject` and `nextVersion` accept nested fields: `{ metadata: { labels } }`.
 *
 * @throws OptionsError if `apiVersion` or `kind` is missing. The builder throws an OptionsError for a key with more
 *   than one slash, and for `metadata`, `name` or `namespace` among the fields.
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
 * Creates a pod in the namespace of its key, or in `default`: `pod('shop/a', { labels: { app: 'web' } })`.
 *
 * Fields of metadata are given without `metadata` around them.
 *
 * @throws OptionsError for a key with more than one slash, and for `metadata`, `name` or `namespace` among the fields
 *
 * @example
 * ```ts
 * const web = pod('web-0', { labels: { app: 'web' }, status: { phase: 'Running' } });
 * ```
 */
export const pod: ObjectBuilder<
  TestPod,
  KubeObject & {
    readonly spec?: { readonly nodeName?: string };
    readonly status?: { readonly phase?: string };
  }
> = objectBuilder({
  apiVersion: 'v1',
  kind: 'Pod',
  namespace: 'default',
});

/**
 * Throws an OptionsError for fields that the builder would lose or put in a wrong place. The name has to be
 * in the key. Fields of metadata, such as `labels`, may not be within `metadata`.
 */
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
