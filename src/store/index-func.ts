import { aString, checkArgument, type KubeObject } from '../objects/index.ts';

/**
 * The values under which an object is found; none leaves it out of the index.
 *
 * It must be pure: the same object, always the same values. It is asked again when the object goes.
 */
export type IndexFunc<T> = (object: T) => readonly string[];

/** Index functions by name. */
export type Indexers<T, Index extends string = string> = Readonly<Record<Index, IndexFunc<T>>>;

/**
 * Indexes by namespace; cluster-scoped objects under `''` (client-go's `MetaNamespaceIndexFunc`).
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod, 'namespace'>({ indexers: { namespace: byNamespace } });
 * ```
 */
export const byNamespace: IndexFunc<KubeObject> = ({ metadata }) => [metadata.namespace ?? ''];

/**
 * Indexes by the value of one label; objects without it are left out.
 *
 * @throws OptionsError for a label that is no text
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod, 'app'>({ indexers: { app: byLabel('app') } });
 * ```
 */
export function byLabel(label: string): IndexFunc<KubeObject> {
  checkArgument('byLabel: label', label, aString);
  return ({ metadata: { labels } }) => {
    const value = labels !== undefined && Object.hasOwn(labels, label) ? labels[label] : undefined;
    return value === undefined ? [] : [value];
  };
}
