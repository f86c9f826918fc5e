import { aString, checkArgument, type KubeObject } from '../objects/index.ts';

/**
 * An index function: returns the index values of an object. `IndexFunc` is the name of client-go for a
 * function of the {@link Indexers}.
 */
export type IndexFunc<T> = (object: T) => readonly string[];

/**
 * Index functions by their names. An index function returns the index values of an object. An object without
 * values is not in the index.
 *
 * An index function must be pure, so that equal objects have equal values. The store calls the function again
 * when an object is deleted.
 */
export type Indexers<T, Index extends string = string> = Readonly<
  Record<Index, (object: T) => readonly string[]>
>;

/**
 * An index function that returns the namespace of an object, like client-go's `MetaNamespaceIndexFunc`. The
 * value of a cluster-scoped object is `''`.
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
 * Creates an index function that returns the value of one label. Objects without the label are not in the
 * index.
 *
 * @throws OptionsError for a label that is not a string
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
