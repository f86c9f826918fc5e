import { aString, checkArgument, type KubeObject } from '../objects/index.ts';

/** One of the {@link Indexers}; client-go's name for it. */
export type IndexFunc<T> = (object: T) => readonly string[];

/**
 * Index functions by name. An index function gives the values under which an object is found; none leaves it out of the index.
 *
 * It must be pure: the same object, always the same values. The store calls it again when the object is deleted.
 */
export type Indexers<T, Index extends string = string> = Readonly<
  Record<Index, (object: T) => readonly string[]>
>;

/**
 * Indexes by namespace; cluster-scoped objects under `''` (client-go's `MetaNamespaceIndexFunc`).
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod, 'namespace'>({ indexers: { namespace: byNamespace } });
 * ```
 */
export const byNamespace: (object: KubeObject) => readonly string[] = ({ metadata }) => [
  metadata.namespace ?? '',
];

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
export function byLabel(label: string): (object: KubeObject) => readonly string[] {
  checkArgument('byLabel: label', label, aString);
  return ({ metadata: { labels } }) => {
    const value = labels !== undefined && Object.hasOwn(labels, label) ? labels[label] : undefined;
    return value === undefined ? [] : [value];
  };
}
