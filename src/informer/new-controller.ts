import {
  BehaviorSubject,
  catchError,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  type OperatorFunction,
  Subscription,
} from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  checkOptions,
  type KubeObject,
  milliseconds,
} from '../objects/index.ts';
import { deltaFifo, type Deltas, type KeyDeltas } from '../queue/index.ts';
import { reflect, type ReflectorEvent, type ReflectorStatus } from '../reflector/index.ts';
import { aListerWatcher } from '../source/index.ts';
import { reportUnhandled } from '../store/index.ts';
import type { Config, Controller } from './controller-types.ts';
import { LoopState } from './machine/loop-state.ts';
import { observeSource } from './observed-source.ts';
import { ofType } from './of-type.ts';
import { processLoop } from './process-loop.ts';
import { resyncTicks } from './resync-ticks.ts';
import { startUntil } from './start-until.ts';
import { tellWatchError } from './watch-errors.ts';

/**
 * client-go's `cache.New(config)`: a reflector that fills a queue, and a loop that pops it into `process`.
 *
 * For a store and handlers ready made see {@link newInformer} and {@link sharedIndexInformer}.
 *
 * @throws OptionsError when an option is not what it may be
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod>();
 * const controller = newController({
 *   listerWatcher: source,
 *   process: (deltas) => store.apply(deltas),
 *   fullResyncPeriod: 600_000,
 * });
 * controller.run(AbortSignal.timeout(60_000));
 * ```
 */
export function newController<T extends KubeObject, D extends Deltas<T> | KeyDeltas<T> = Deltas<T>>(
  config: Config<T, D>,
): Controller {
  checkArgument('newController: config', config, anObject);
  checkOptions('newController', config, {
    listerWatcher: aListerWatcher,
    queue: aFunction,
    process: aFunction,
    objectType: anObject,
    fullResyncPeriod: milliseconds(0),
    shouldResync: aFunction,
    retryOnError: aBoolean,
    watchErrorHandler: aFunction,
    onError: aFunction,
    reflect: anObject,
  });
  checkArgument('newController: listerWatcher', config.listerWatcher, aListerWatcher);
  checkArgument('newController: process', config.process, aFunction);
  checkOptions('newController: objectType', config.objectType, { kind: aString, apiVersion: aString });
  if (config.objectType !== undefined) {
    checkArgument('newController: objectType.kind', config.objectType.kind, aString);
  }
  const { objectType, fullResyncPeriod = 0, shouldResync = () => true, watchErrorHandler } = config;
  // Without a queue D is Deltas<T>: that is its default.
  const queue: NonNullable<Config<T, D>['queue']> =
    config.queue ?? ((pop) => deltaFifo<T>({ pop }) as unknown as OperatorFunction<ReflectorEvent<T>, D>);

  const observed = observeSource(
    objectType === undefined ? config.listerWatcher : ofType(config.listerWatcher, objectType),
  );
  const state = new LoopState<T, D>();
  const { process, retryOnError = false, onError = reportUnhandled } = config;

  const running$ = defer(() => {
    const status = new BehaviorSubject<ReflectorStatus>({ phase: 'stopped' });
    const resyncs$ = resyncTicks(status, fullResyncPeriod).pipe(
      filter(() => shouldResync()),
      map((): ReflectorEvent<T> => ({ type: 'RESYNC' })),
    );
    const events$ = reflect(observed.source, {
      ...config.reflect,
      status: {
        next: (value) => {
          config.reflect?.status?.next?.(value);
          tellWatchError(value, watchErrorHandler);
          status.next(value);
        },
      },
    });
    return merge(events$, resyncs$).pipe(
      processLoop({ queue, process, retryOnError, onError, state }),
      catchError((error: unknown) => {
        const { value } = status;
        const isTold = value.phase === 'stopped' && value.error === error && watchErrorHandler !== undefined;
        if (!isTold) reportUnhandled(error);
        return EMPTY;
      }),
    );
  });
  let running = Subscription.EMPTY;

  return {
    run: (signal) => {
      if (running.closed) running = startUntil(running$, signal);
      return running;
    },
    hasSynced: () => state.hasSynced,
    lastSyncResourceVersion: observed.lastResourceVersion,
  };
}
