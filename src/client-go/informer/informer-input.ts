import { isObservable } from 'rxjs';
import { informer, type Informer, type InformerOptions, type InformerSource } from '../../informer/index.ts';
import {
  aFunction,
  anObject,
  anObservable,
  checkArgument,
  checkOptions,
  KubeError,
  type KnownObjects,
  type KubeObject,
  milliseconds,
  movedTo,
  type ObjectKey,
} from '../../objects/index.ts';
import { checkReflectOptions } from '../../reflector/index.ts';
import { aListerWatcher, type ListerWatcher, type ListerWatcherHooks } from '../../source/index.ts';
import { aStorage } from '../../store/index.ts';
import { trackResourceVersion } from './track-resource-version.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';
import { notifyWatchErrorHandler } from './watch-errors.ts';

/** The options of a shared informer: the options of `informer()`, and the resync period. */
export interface SharedInformerOptions<T extends KubeObject, Index extends string = string> extends Omit<
  InformerOptions<T, Index>,
  'resetDelay'
> {
  /**
   * The period in ms at which the informer checks which handlers are due for a resync. The same period applies to a handler without
   * its own period. Default: 0, which means no resync.
   */
  readonly resyncPeriod?: number;
}

/** The informer that a shared informer uses, and the reflector settings that can change before the start. */
export interface InformerInput<T extends KubeObject, Index extends string> {
  readonly informer: Informer<T, Index>;
  readonly lastSyncResourceVersion: () => string;
  /** The settings of the reflector. The member is absent if the caller created the informer. */
  readonly reflector?: {
    transform: ((object: T) => T) | undefined;
    watchErrorHandler: WatchErrorHandler | undefined;
  };
}

/**
 * Returns the informer that the caller gave. If the caller gave a ListerWatcher, creates an informer whose
 * transform and watch error handler can be set later.
 */
export function informerInput<T extends KubeObject, Index extends string>(
  of: string,
  source: Informer<T, Index> | InformerSource<T>,
  options: SharedInformerOptions<T, Index>,
): InformerInput<T, Index> {
  if (isInformer(source)) {
    checkOptions(`${of} over an informer`, options, { resyncPeriod: milliseconds(0) });
    return { informer: source, lastSyncResourceVersion: () => source.store.resourceVersion };
  }
  checkArgument(`${of}: options`, options, anObject);
  const { resyncPeriod, reflect = {}, ...rest } = options;
  const given = { resyncPeriod, reflect, ...rest };
  checkOptions(of, given, {
    resyncPeriod: milliseconds(0),
    indexers: anObject,
    through: aFunction,
    reflect: anObject,
    shard: movedTo('reflect: { shard }'),
    onError: aFunction,
    storage: aStorage,
  });
  checkReflectOptions(`${of}: reflect`, reflect);
  const reflector: NonNullable<InformerInput<T, Index>['reflector']> = {
    transform: reflect.transform,
    watchErrorHandler: undefined,
  };
  // The informer always gets a transform function, because the user can call `setTransform` later. An
  // informer with a transform does not pass its stored objects to the ListerWatcher. So this code passes them
  // until the user sets a transform.
  const known = (): Informer<T, Index>['store'] | undefined =>
    (reflector.transform ?? rest.through ?? rest.storage) !== undefined || made.store.size === 0
      ? undefined
      : made.store;
  const observed = isListerWatcher(source)
    ? trackResourceVersion(withKnownObjects(source, known))
    : undefined;
  const made: Informer<T, Index> = informer<T, Index>(observed?.source ?? source, {
    ...rest,
    reflect: {
      ...reflect,
      transform: (object) => (reflector.transform === undefined ? object : reflector.transform(object)),
      status: {
        next: (status) => {
          reflect.status?.next?.(status);
          notifyWatchErrorHandler(status, reflector.watchErrorHandler);
          if (reflector.watchErrorHandler !== undefined && status.phase === 'stopped')
            made.errors?.markHandled();
        },
      },
    },
  });
  const lastSyncResourceVersion = observed?.lastResourceVersion ?? (() => made.store.resourceVersion);
  return { informer: made, lastSyncResourceVersion, ...(isObservable(source) ? {} : { reflector }) };
}

/**
 * Returns the reflector settings.
 *
 * @throws KubeError if the caller created the informer, because the informer then created the reflector
 */
export function ownReflector<T extends KubeObject, Index extends string>(
  method: string,
  { reflector }: InformerInput<T, Index>,
): NonNullable<InformerInput<T, Index>['reflector']> {
  if (reflector !== undefined) return reflector;
  throw new KubeError(
    'fatal',
    `${method}: this shared informer did not create the reflector; set it where the reflector is created`,
  );
}

function isInformer<T extends KubeObject, Index extends string>(
  source: Informer<T, Index> | InformerSource<T>,
): source is Informer<T, Index> {
  const { store, changes, status$ } = ((source as unknown) ?? {}) as Partial<Informer<T, Index>>;
  return anObject.test(store) && typeof changes === 'function' && anObservable.test(status$);
}

function isListerWatcher<T extends KubeObject>(source: InformerSource<T>): source is ListerWatcher<T> {
  return !isObservable(source) && aListerWatcher.test(source);
}

function withKnownObjects<T extends KubeObject>(
  source: ListerWatcher<T>,
  known: () => Pick<KnownObjects<T>, 'get'> | undefined,
): ListerWatcher<T> {
  const withKnown = (hooks: ListerWatcherHooks<T> | undefined): ListerWatcherHooks<T> => {
    // The code calls `known` for each object, because the user can set a transform between two objects.
    const { knownObjects = known() && { get: (key: ObjectKey) => known()?.get(key) } } = hooks ?? {};
    return { ...hooks, knownObjects };
  };
  return {
    list: (options, hooks) => source.list(options, withKnown(hooks)),
    watch: (options, hooks) => source.watch(options, withKnown(hooks)),
    origin$: source.origin$,
  };
}
