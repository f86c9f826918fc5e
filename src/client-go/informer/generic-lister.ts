import { lister, type Lister } from '../../informer/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import type { IndexedStore } from '../../store/index.ts';

/**
 * client-go's `NewGenericLister`: a lister whose objects are known by what every object has: a name, labels, owners. For
 * code that takes any resource, as a dashboard's.
 *
 * @throws OptionsError when it is given no store
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
