import {
  aFunction,
  anObject,
  aString,
  checkArgument,
  type KubeObject,
  labelSelector,
  type LabelSelector,
  type LabelSelectorSpec,
  OptionsError,
  type Rule,
  type StringMap,
} from '../objects/index.ts';
import type { IndexedStore } from '../store/index.ts';

/**
 * A lister, as in client-go: the lister reads a store and sends no request. The returned objects are frozen,
 * and can be outdated.
 */
export interface Lister<T> {
  /**
   * Lists all objects, or the objects that a label selector matches. The selector is a text, a map of labels,
   * an object `{ matchLabels, matchExpressions }`, or the result of `labelSelector()`.
   *
   * @throws OptionsError for a selector that breaks the grammar
   */
  list(selector?: LabelSelector | LabelSelectorSpec | StringMap | string): readonly T[];
  /**
   * Returns an object by name: a cluster-scoped object, or an object in the namespace of `byNamespace`. On a
   * lister without a namespace, `name` can also be `namespace/name`. If the object does not exist, `get`
   * returns `undefined`, and does not throw a NotFound error like client-go (unlike B193).
   */
  get(name: string): T | undefined;
  /** Returns a lister of one namespace; `''` means all namespaces. */
  byNamespace(namespace: string): Lister<T>;
}

/**
 * Creates a lister of a store, or of a view of a store. A read does not keep an informer running.
 *
 * A lister of one namespace uses the index `namespace` of the store, whose index function has to be
 * {@link byNamespace}. If the store has no such index, the lister reads every object (B194). Without a
 * selector, `list` returns the same array until the next change, and so costs almost nothing. With
 * {@link compact} each `list` parses all objects.
 *
 * @throws OptionsError for a value that is not a store; `list` throws an OptionsError for a wrong selector
 *
 * @example
 * ```ts
 * const inShop = lister(pods.store).byNamespace('shop');
 * inShop.list('app in (web, api)').length;
 * inShop.get('web-0')?.metadata.uid;
 * ```
 */
export function lister<T extends KubeObject>(
  store: Pick<IndexedStore<T>, 'list' | 'get' | 'byIndex'>,
): Lister<T> {
  checkArgument('lister: store', store, aStore);
  const inNamespace = (namespace: string): Lister<T> => ({
    list: (selector) => selected(namespace === '' ? store.list() : within(store, namespace), selector),
    get: (name) => {
      checkArgument('get: name', name, aString);
      return store.get(namespace === '' ? name : `${namespace}/${name}`);
    },
    byNamespace: (wanted) => {
      checkArgument('byNamespace: namespace', wanted, aString);
      return inNamespace(wanted);
    },
  });
  return inNamespace('');
}

function within<T extends KubeObject>(
  store: Pick<IndexedStore<T>, 'list' | 'byIndex'>,
  namespace: string,
): readonly T[] {
  try {
    return store.byIndex('namespace', namespace);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    // The store has no index `namespace`, so all objects are searched.
    return store.list().filter(({ metadata }) => metadata.namespace === namespace);
  }
}

function selected<T extends KubeObject>(
  objects: readonly T[],
  selector: Parameters<Lister<T>['list']>[0] = '',
): readonly T[] {
  const labels = isParsed(selector) ? selector : labelSelector(selector);
  // The text of a selector is empty if the selector matches everything or nothing. Only a selector that
  // matches everything also matches an object without labels (B192).
  if (String(labels) === '') return labels.matches({}) ? objects : [];
  return objects.filter(({ metadata }) => labels.matches(metadata.labels));
}

const isParsed = (selector: unknown): selector is LabelSelector =>
  anObject.test(selector) && aFunction.test((selector as Partial<LabelSelector>).matches);

const aStore: Rule = {
  allowed: 'a store: { list(), get(), byIndex() }',
  test: (given) =>
    (['list', 'get', 'byIndex'] as const).every((name) =>
      aFunction.test((given as Partial<Record<string, unknown>> | null | undefined)?.[name]),
    ),
};
