import { BehaviorSubject, catchError, defer, EMPTY, filter, map, merge, Subscription } from 'rxjs';
import { startUntil } from '../../informer/index.ts';
import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  checkOptions,
  KubeError,
  type KubeObject,
  milliseconds,
  type Rule,
} from '../../objects/index.ts';
import { deltaFifo, type Deltas } from '../../queue/index.ts';
import {
  checkReflectOptions,
  reflect,
  type ReflectorEvent,
  type ReflectorStatus,
} from '../../reflector/index.ts';
import { aListerWatcher } from '../../source/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import { aQueue } from '../queue/queue-rules.ts';
import type { QueueOperator } from '../queue/queue.ts';
import { controllerLoop } from './controller-loop.ts';
import type { ControllerConfig, Controller } from './controller-types.ts';
import { trackResourceVersion } from './track-resource-version.ts';
import { filterByType } from './filter-by-type.ts';
import { resyncTicks } from './resync-ticks.ts';
import { notifyWatchErrorHandler } from './watch-errors.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';

/**
 * Creates a controller, as client-go's `cache.New(config)` does. The controller has a reflector that fills a
 * queue, and a loop that pops deltas from the queue and passes them to `process`.
 *
 * For a controller with a store and handlers see {@link newInformer} and {@link sharedIndexInformer}.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
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
 *
 * @example
 * The same controller in the style of client-go's tutorials:
 * ```ts
 * const store = newStore<Pod>();
 * const fifo = newDeltaFIFO<Pod>({ knownObjects: store });
 * const controller = newController({
 *   queue: fifo,
 *   listerWatcher: source,
 *   process: (deltas) => processDeltas(deltas, store, { onAdd: (pod) => console.log(pod.metadata.name) }),
 *   fullResyncPeriod: 600_000,
 * });
 * controller.run();
 * ```
 */
export function newController<T extends KubeObject, D extends AnyDeltas<T> = Deltas<T>>(
  config: ControllerConfig<T, D>,
): Controller {
  checkArgument('newController: config', config, anObject);
  checkOptions('newController', config, {
    listerWatcher: aListerWatcher,
    queue: aQueueOfEither,
    process: aFunction,
    objectType: anObject,
    fullResyncPeriod: milliseconds(0),
    shouldResync: aFunction,
    retryOnError: aBoolean,
    watchErrorHandler: aFunction,
    onError: aFunction,
    reflect: anObject,
  });
  checkReflectOptions('newController: reflect', config.reflect ?? {});
  checkArgument('newController: listerWatcher', config.listerWatcher, aListerWatcher);
  checkArgument('newController: process', config.process, aFunction);
  checkOptions('newController: objectType', config.objectType, { kind: aString, apiVersion: aString });
  if (config.objectType !== undefined) {
    checkArgument('newController: objectType.kind', config.objectType.kind, aString);
  }
  const { objectType, fullResyncPeriod = 0, shouldResync = () => true, watchErrorHandler } = config;
  const { process, retryOnError = false, onError = reportUnhandledError } = config;
  // Without the option `queue`, D is its default `Deltas<T>`.
  const queue =
    config.queue ?? ((pop) => deltaFifo<T>({ pop }) as unknown as ReturnType<QueueOperator<T, D>>);
  const loop = controllerLoop(queue, { process, retryOnError, onError });

  const observed = trackResourceVersion(
    objectType === undefined ? config.listerWatcher : filterByType(config.listerWatcher, objectType),
  );

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
          notifyWatchErrorHandler(value, watchErrorHandler);
          status.next(value);
        },
      },
    });
    return loop.run(merge(events$, resyncs$)).pipe(
      catchError((error: unknown) => {
        const { value } = status;
        const isHandled =
          value.phase === 'stopped' && value.error === error && watchErrorHandler !== undefined;
        if (!isHandled) reportUnhandledError(error);
        return EMPTY;
      }),
    );
  });
  let running = Subscription.EMPTY;

  return {
    run: (signal) => {
      if (!running.closed) return running;
      if (loop.isClosed()) {
        throw new KubeError('fatal', 'run: the queue is closed; create another queue and controller');
      }
      const started = startUntil(running$, signal, (subscription) => (running = subscription));
      started.add(loop.close);
      return started;
    },
    hasSynced: loop.hasSynced,
    lastSyncResourceVersion: observed.lastResourceVersion,
  };
}

const aQueueOfEither: Rule = {
  allowed:
    'a queue of newDeltaFIFO() or newRealFIFO(), or a function that returns an operator for an Observable of pops',
  test: (given) => aFunction.test(given) || aQueue.test(given),
};
