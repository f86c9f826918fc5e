import { anObject, checkArgument, type GroupVersionResource, type KubeObject } from '../../objects/index.ts';
import { listWatch, type ListWatchOptions, type Transport } from '../../source/index.ts';
import { byNamespace } from '../../store/index.ts';
import { sharedIndexInformer } from '../informer/shared-index-informer.ts';
import type { SharedIndexInformer } from '../informer/shared-informer-types.ts';
import type { FactoryOptions } from './factory-options.ts';

/** Creates the informer of a resource for a factory, with an index by namespace. */
export function informerForResource<T extends KubeObject>(
  transport: Transport,
  resource: GroupVersionResource<T>,
  resyncPeriod: number,
  options: FactoryOptions,
): SharedIndexInformer<T> {
  const { transform, informer: { reflect, onError, storage } = {} } = options;
  return sharedIndexInformer<T, string>(listWatch(transport, resource, scopeOf(resource, options)), {
    indexers: { namespace: byNamespace },
    resyncPeriod,
    ...(onError !== undefined && { onError }),
    ...(storage !== undefined && { storage }),
    reflect: {
      ...(reflect as object),
      // The cast is necessary: a transform for all kinds must return an object of the same type, but
      // TypeScript cannot express this.
      ...(transform !== undefined && { transform: transform as (object: KubeObject) => T }),
    },
  });
}

/**
 * Returns the list options of a resource from the options of a factory. Only a namespaced resource gets the
 * namespace.
 */
function scopeOf(resource: GroupVersionResource, options: FactoryOptions): ListWatchOptions {
  const { namespace, labelSelector, fieldSelector, tweakListOptions = same } = options;
  const scope = {
    ...(namespace !== undefined && resource.namespaced !== false && { namespace }),
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  };
  const tweaked = tweakListOptions(scope, resource);
  // The result is checked, because the function in Go changes its argument and returns nothing. Here a result
  // of `undefined` would list all objects.
  checkArgument('tweakListOptions: its result', tweaked, anObject);
  return tweaked;
}

const same = (options: ListWatchOptions): ListWatchOptions => options;
