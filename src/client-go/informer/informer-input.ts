import { isObservable } from 'rxjs';
import {
  checkShardOnce,
  informer,
  type Informer,
  type InformerOptions,
  type InformerSource,
} from '../../informer/index.ts';
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
  type ObjectKey,
} from '../../objects/index.ts';
import { aShard, checkReflectOptions } from '../../reflector/index.ts';
import { aListerWatcher, type ListerWatcher, type ListerWatcherHooks } from '../../source/index.ts';
import { aStorage } from '../../store/index.ts';
import { trackResourceVersion } from './track-resource-version.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';
import { notifyWatchErrorHandler } from './watch-errors.ts';

/** What a shared informer can be told; beside its resync what `informer()` can be. */
export interface SharedInformerOptions<T extends KubeObject, Index extends string = string> extends Omit<
  InformerOptions<T, Index>,
  'resetDelay'
> {
  /** How often it checks for handlers that are due, and the period of those that do not say, in ms. Default 0: never. */
  readonly resyncPeriod?: number;
}

/** The informer behind a face, and what can still be said to its reflector. */
export interface InformerInput<T extends KubeObject, Index extends string> {
  readonly informer: Informer<T, Index>;
  readonly lastSyncResourceVersion: () => string;
  /** Absent where somebody else made the informer. */
  readonly reflector?: {
    transform: ((object: T) => T) | undefined;
    watchErrorHandler: WatchErrorHandler | undefined;
  };
}

/** Takes an informer as it is, or makes one whose transform and watch error handler may come later. */
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
    shard: aShard,
    onError: aFunction,
    storage: aStorage,
  });
  checkShardOnce(of, rest.shard, 'reflect', reflect);
  checkReflectOptions(`${of}: reflect`, reflect);
  const reflector: NonNullable<InformerInput<T, Index>['reflector']> = {
    transform: reflect.transform,
    watchErrorHandler: undefined,
  };
  // The informer always gets a transform, because one may still come: it takes no object for known.
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

/** @throws KubeError where the reflector is not the face's own */
export function ownReflector<T extends KubeObject, Index extends string>(
  method: string,
  { reflector }: InformerInput<T, Index>,
): NonNullable<InformerInput<T, Index>['reflector']> {
  if (reflector !== undefined) return reflector;
  throw new KubeError(
    'fatal',
    `${method}: the reflector is not this informer's own; say it where that is made`,
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

/** The same source, which gets the known objects of each list. */
function withKnownObjects<T extends KubeObject>(
  source: ListerWatcher<T>,
  known: () => Pick<KnownObjects<T>, 'get'> | undefined,
): ListerWatcher<T> {
  const withKnown = (hooks: ListerWatcherHooks<T> | undefined): ListerWatcherHooks<T> => {
    // Of each object, because a transform may be set in between.
    const { knownObjects = known() && { get: (key: ObjectKey) => known()?.get(key) } } = hooks ?? {};
    return { ...hooks, knownObjects };
  };
  return {
    list: (options, hooks) => source.list(options, withKnown(hooks)),
    watch: (options, hooks) => source.watch(options, withKnown(hooks)),
  };
}
