import { anObject, checkArgument, type GroupVersionResource, type KubeObject } from '../../objects/index.ts';
import { listWatch, type ListWatchOptions, type Transport } from '../../source/index.ts';
import { byNamespace } from '../../store/index.ts';
import { sharedIndexInformer } from '../informer/shared-index-informer.ts';
import type { SharedIndexInformer } from '../informer/shared-informer-types.ts';
import type { FactoryOptions } from './factory-options.ts';

/** The informer that a factory makes of a resource, indexed by namespace. */
export function informerForResource<T extends KubeObject>(
  transport: Transport,
  resource: GroupVersionResource<T>,
  resyncPeriod: number,
  options: FactoryOptions,
): SharedIndexInformer<T> {
  const {
    transform = options.informer?.reflect?.transform,
    informer: { reflect, onError, storage } = {},
    shard,
  } = options;
  return sharedIndexInformer<T, string>(listWatch(transport, resource, scopeOf(resource, options)), {
    indexers: { namespace: byNamespace },
    resyncPeriod,
    ...(onError !== undefined && { onError }),
    ...(shard !== undefined && { shard }),
    ...(storage !== undefined && { storage }),
    reflect: {
      ...(reflect as object),
      // A transform of all kinds is asked to give back what it was given, changed: no type can say so.
      ...(transform !== undefined && { transform: transform as (object: KubeObject) => T }),
    },
  });
}

/** What restricts the collection: what was said of all, but a namespace only where there are some. */
function scopeOf(resource: GroupVersionResource, options: FactoryOptions): ListWatchOptions {
  const { namespace, labelSelector, fieldSelector, tweakListOptions = same } = options;
  const scope = {
    ...(namespace !== undefined && resource.namespaced !== false && { namespace }),
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  };
  const tweaked = tweakListOptions(scope, resource);
  // Go's changes what it is given and returns nothing, which here would be no restriction at all.
  checkArgument('tweakListOptions: its result', tweaked, anObject);
  return tweaked;
}

const same = (options: ListWatchOptions): ListWatchOptions => options;
