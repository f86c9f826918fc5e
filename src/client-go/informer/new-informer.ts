import { concat, defer, EMPTY, of } from 'rxjs';
import { aHandler, processorListener, type ResourceEventHandler } from '../../delivery/index.ts';
import {
  aFunction,
  anObject,
  checkArgument,
  checkOptions,
  type KubeObject,
  milliseconds,
} from '../../objects/index.ts';
import { checkReflectOptions } from '../../reflector/index.ts';
import { aListerWatcher } from '../../source/index.ts';
import { type Change, type IndexedStore, indexedStore, type Indexers } from '../../store/index.ts';
import type { ControllerConfig, Controller } from './controller-types.ts';
import { newController } from './new-controller.ts';

/** The options of {@link newInformer}: client-go's `InformerOptions`, and some options of a controller. */
export interface NewInformerOptions<T extends KubeObject> extends Pick<
  ControllerConfig<T>,
  'listerWatcher' | 'objectType' | 'watchErrorHandler' | 'reflect'
> {
  /**
   * The handler of the changes. The process loop calls the handler, so the store does not change during a
   * call.
   */
  readonly handler: ResourceEventHandler<T>;
  /** The resync period in ms. Default: 0, which means no resync. */
  readonly resyncPeriod?: number;
  /**
   * A function that transforms each object before the object is stored. A resync does not call the function
   * again (B118, B119).
   */
  readonly transform?: (object: T) => T;
}

/**
 * Creates a store of a collection, and a controller that fills the store and calls one handler, as client-go's `NewInformer` does.
 * The store contains a change before the handler gets the change (B112, B113). The next change waits for the
 * promise or the Observable that the handler returns. Use {@link sharedIndexInformer} for several handlers
 * with independent speeds, or for a store with `compact()`.
 *
 * The store keeps its objects after a stop. When the controller runs again, the handler first gets the
 * changes that were waiting at the stop, and then the differences. An error of the handler is reported with
 * the name of the handler, and the change counts as handled.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const pods = newInformer({
 *   listerWatcher: source,
 *   handler: { onAdd: (pod) => console.log(pod.metadata.name) },
 * });
 * pods.controller.run();
 * console.log(pods.store.listKeys());
 * ```
 */
export function newInformer<T extends KubeObject>(
  options: NewInformerOptions<T>,
): { readonly store: IndexedStore<T>; readonly controller: Controller } {
  const { indexer, controller } = inform<T, string>('newInformer', options, {});
  return { store: indexer, controller };
}

/**
 * Creates a {@link newInformer} with index functions, as client-go's `NewIndexerInformer` does.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const { indexer, controller } = newIndexerInformer({
 *   listerWatcher: source,
 *   handler: {},
 *   indexers: { namespace: byNamespace },
 * });
 * controller.run();
 * console.log(indexer.indexKeys('namespace', 'shop'));
 * ```
 */
export function newIndexerInformer<T extends KubeObject, Index extends string>(
  options: NewInformerOptions<T> & { readonly indexers: Indexers<T, Index> },
): { readonly indexer: IndexedStore<T, Index>; readonly controller: Controller } {
  checkArgument('newIndexerInformer: options', options, anObject);
  const { indexers, ...rest } = options;
  checkArgument('newIndexerInformer: indexers', indexers, anObject);
  return inform('newIndexerInformer', rest, indexers);
}

function inform<T extends KubeObject, Index extends string>(
  name: string,
  options: NewInformerOptions<T>,
  indexers: Indexers<T, Index>,
): { readonly indexer: IndexedStore<T, Index>; readonly controller: Controller } {
  checkArgument(`${name}: options`, options, anObject);
  checkOptions(name, options, {
    listerWatcher: aListerWatcher,
    handler: aHandler,
    resyncPeriod: milliseconds(0),
    transform: aFunction,
    objectType: anObject,
    watchErrorHandler: aFunction,
    reflect: anObject,
  });
  checkArgument(`${name}: handler`, options.handler, aHandler);
  checkReflectOptions(`${name}: reflect`, options.reflect ?? {});
  const { handler, resyncPeriod, transform, reflect, ...config } = options;
  const store = indexedStore<T, Index>({ indexers });
  /**
   * The changes that the handler has not received yet. The changes stay here after a stop. A later list would
   * not repeat these changes, because the store already contains their objects.
   */
  let pending: readonly Change<T>[] = [];
  store.batches$.subscribe((batch) => (pending = pending.length === 0 ? batch : [...pending, ...batch]));
  const notify$ = defer(() => {
    const batch = pending;
    pending = [];
    const keep = (dropped: readonly Change<T>[]): void => {
      pending = pending.length === 0 ? dropped : [...dropped, ...pending];
    };
    return of(batch).pipe(processorListener(handler, {}, { onDropped: keep }));
  });

  const controller = newController<T>({
    ...config,
    ...(resyncPeriod === undefined ? {} : { fullResyncPeriod: resyncPeriod }),
    reflect: { ...reflect, ...(transform === undefined ? {} : { transform }) },
    process: (deltas) => concat(store.apply(deltas) ?? EMPTY, notify$),
  });
  return { indexer: store.asReadonly(), controller };
}
