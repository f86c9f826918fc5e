import { lister, type Lister } from '../../informer/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import type { IndexedStore } from '../../store/index.ts';

/**
 * Creates a lister of `KubeObject`s, as client-go's `NewGenericLister` does. A `KubeObject` has metadata: a name, labels, owners.
 * Use the lister for code that works with any resource, such as a dashboard.
 *
 * @throws OptionsError for an argument that is not a store
 *
 * @example
 * ```ts
 * genericLister(pods.store).byNamespace('shop').get('web-0')?.kind;
 * ```
 */
export function genericLister(
  store: Pick<IndexedStore<KubeObject>, 'list' | 'get' | 'byIndex'>,
): Lister<KubeObject> {
  return lister(store);
}
