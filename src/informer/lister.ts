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

/** client-go's lister: reads a store, asks nobody. What it returns may be stale, and is frozen. */
export interface Lister<T> {
  /**
   * All of them, or those with such labels: as text, as a map, as `{ matchLabels, matchExpressions }`, or as `labelSelector()` gives it.
   *
   * @throws OptionsError for a selector that breaks the grammar
   */
  list(selector?: LabelSelector | LabelSelectorSpec | StringMap | string): readonly T[];
  /**
   * By name: of a cluster-scoped object, or within the namespace of `byNamespace`; without one `namespace/name` is taken
   * too. `undefined` when there is none, where client-go has a NotFound error (against B193).
   */
  get(name: string): T | undefined;
  /** Of one namespace; `''`: of all. */
  byNamespace(namespace: string): Lister<T>;
}

/**
 * A lister over a store, or over any view of one. Reading keeps no informer running.
 *
 * Within a namespace it uses the index `namespace` where there is one, which must then be {@link byNamespace}'s, and
 * looks at every object where there is none (B194). Without a selector `list` costs nothing: the same array until
 * something changes; over {@link compact} it parses all there is, each time.
 *
 * @throws OptionsError when it is given no store; so does `list` for a bad selector
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
    return store.list().filter(({ metadata }) => metadata.namespace === namespace); // there is no such index
  }
}

function selected<T extends KubeObject>(
  objects: readonly T[],
  selector: Parameters<Lister<T>['list']>[0] = '',
): readonly T[] {
  const labels = isParsed(selector) ? selector : labelSelector(selector);
  // As text that of nothing is like that of everything; only the latter matches an object without labels (B192).
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
