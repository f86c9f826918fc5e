import {
  defer,
  finalize,
  first,
  from,
  map,
  merge,
  noop,
  type Observable,
  Subject,
  Subscription,
  takeUntil,
} from 'rxjs';
import {
  aHandler,
  batchPerTask,
  createListenerScheduler,
  deliveryRules,
  type ListenerScheduler,
} from '../../delivery/index.ts';
import { aborted, type Informer, type InformerState } from '../../informer/index.ts';
import {
  aFunction,
  anAbortSignal,
  checkArgument,
  checkOptions,
  KubeError,
  type KubeObject,
  milliseconds,
} from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { ListerWatcher } from '../../source/index.ts';
import { sharedProcessor } from '../delivery/shared-processor.ts';
import { type Registration, registerHandler } from './handler-registrations.ts';
import { informerInput, ownReflector, type SharedInformerOptions } from './informer-input.ts';
import { ResyncPlan } from './machine/resync-plan.ts';
import { resyncTicks } from './resync-ticks.ts';
import { resyncedBatches } from './resynced-batches.ts';
import type {
  ResourceEventHandlerRegistration,
  SharedIndexInformer,
  SharedInformer,
} from './shared-informer-types.ts';

/**
 * Creates an informer whose handlers can be added and removed, as client-go's `SharedIndexInformer`. All
 * handlers share one list and one watch. The function uses the given informer, or creates an informer from a
 * ListerWatcher (B128–B163).
 *
 * `run` starts the informer, and is possible once. A handler does not start the informer. Each handler has
 * its own buffer and speed. An error of a handler is reported with the name of the handler. The change then
 * counts as handled, and other handlers get their changes, unlike in client-go (B152, B153). After a relist,
 * handlers get no call for unchanged objects, unlike in client-go. The relist does not cause such a call even
 * if the resync time of a handler has come (B133, B134).
 *
 * @param source - a ListerWatcher, or an informer. An informer already has its options, so then only
 * `resyncPeriod` is allowed
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const informer = sharedIndexInformer(listWatch(transport, core.v1.pods), { resyncPeriod: 600_000 });
 * const registration = informer.addEventHandler({ onAdd: (pod) => console.log(pod.metadata.name) });
 * informer.run(AbortSignal.timeout(60_000));
 * registration.synced$.subscribe(() => console.log('the first list is handled'));
 * ```
 */
export function sharedIndexInformer<T extends KubeObject, Index extends string = never>(
  source: Informer<T, Index> | ListerWatcher<T> | Observable<ReflectorEvent<T>>,
  options: SharedInformerOptions<T, Index> = {},
): SharedIndexInformer<T, Index> {
  return createSharedInformer('sharedIndexInformer', source, options);
}

function createSharedInformer<T extends KubeObject, Index extends string>(
  caller: string,
  source: Informer<T, Index> | ListerWatcher<T> | Observable<ReflectorEvent<T>>,
  options: SharedInformerOptions<T, Index>,
): SharedIndexInformer<T, Index> {
  const input = informerInput(caller, source, options);
  const { informer, lastSyncResourceVersion } = input;
  const { store, status$ } = informer;
  const plan = new ResyncPlan(options.resyncPeriod ?? 0);
  const handlers = new Set<Registration<T>>();
  const byRegistration = new WeakMap<ResourceEventHandlerRegistration, Registration<T>>();
  const added = new Subject<Registration<T>>();
  const callResults = new Subscription();
  const running = new Subscription();
  const stopped = new Subject<void>();
  // `errors` counts these subscribers as subscribers without an error callback, because a handler cannot
  // receive an error of the informer.
  const storeBatches$ = defer(() => {
    const unregister = informer.errors?.addWithoutHandler() ?? noop;
    return store.batches$.pipe(finalize(unregister));
  });
  const { batches$, resync, isScheduledResync } = resyncedBatches(storeBatches$, store, plan);
  const scheduler = createListenerScheduler();
  let state: 'created' | 'running' | 'stopped' = 'created';
  let upstreamHasSynced = false;
  let hasEnded = false;

  const requireState = (method: string, ...states: readonly (typeof state)[]): void => {
    if (states.includes(state)) return;
    throw new KubeError(
      'fatal',
      `${method}: the informer has ${state === 'stopped' ? 'stopped already; create another' : 'started already; call it before run()'}`,
    );
  };

  running.add(() => {
    state = 'stopped';
    const endedEarly = !hasEnded;
    // `stopped` emits before `callResults` ends the running handler calls. Otherwise the end of a call would
    // start the next call.
    stopped.next();
    if (endedEarly) callResults.unsubscribe();
    for (const { sync } of handlers) sync.end();
  });

  /**
   * Subscribes the handlers, and then starts the informer. So the handlers get the first list with
   * `isInInitialList: true`.
   */
  const begin = (signal: AbortSignal | undefined): void => {
    const initial = [...handlers];
    const listeners$ = merge(added, from(initial)).pipe(map(({ listener }) => listener));
    const done = (): void => {
      hasEnded = true; // all changes are handled, or their handlers are removed; running calls may continue
      running.unsubscribe();
    };

    running.add(aborted(signal).subscribe(() => running.unsubscribe()));
    running.add(
      status$.pipe(first(({ hasSynced }) => hasSynced)).subscribe({
        next: () => {
          upstreamHasSynced = true;
          for (const { sync } of handlers) sync.upstreamHasSynced();
        },
        error: () => undefined,
      }),
    );
    // A handler may stop the informer during `subscribe()`, before this subscription exists. So `takeUntil` is needed.
    running.add(
      batches$
        .pipe(batchPerTask<T>(scheduler), sharedProcessor(listeners$, scheduler), takeUntil(stopped))
        .subscribe({ error: done, complete: done }),
    );
    if (running.closed) return;
    for (const { sync } of initial) sync.started();
    running.add(resyncTicks(status$, plan.checkPeriod).subscribe(resync));

    const started = informer.start();
    running.add(started);
    started.add(() => {
      // The informer has ended here, but the handlers still get the buffered changes.
      state = 'stopped';
      added.complete();
    });
  };

  const remove = (registration: ResourceEventHandlerRegistration): Registration<T> | undefined => {
    const one = byRegistration.get(registration);
    if (one !== undefined && handlers.delete(one)) one.remove();
    return one;
  };

  const run = (signal?: AbortSignal): Subscription => {
    if (signal !== undefined) checkArgument('run: signal', signal, anAbortSignal);
    requireState('run', 'created', 'running');
    if (state === 'running') return running;
    state = 'running';
    plan.freeze();
    if (signal?.aborted === true) running.unsubscribe();
    else begin(signal);
    return running;
  };

  return {
    store,
    status$,
    ...(informer.errors && { errors: informer.errors }),
    ...(informer.state && { state: withHandlers(informer.state, scheduler) }),
    get lastFrameAt() {
      return informer.lastFrameAt;
    },
    changes: (changes) => informer.changes(changes),
    ...(informer.listen && { listen: informer.listen }),
    start: run,
    retry: () => informer.retry(),
    run,
    isStopped: () => state === 'stopped',
    hasSynced: () => store.hasSynced,
    lastSyncResourceVersion,
    getStore: () => store,
    getIndexer: () => store,
    getController: () => ({
      run: () => Subscription.EMPTY,
      hasSynced: () => store.hasSynced,
      lastSyncResourceVersion,
    }),

    addEventHandler: (handler, handlerOptions = {}) => {
      checkArgument('addEventHandler: handler', handler, aHandler);
      checkOptions('addEventHandler', handlerOptions, { ...deliveryRules, resyncPeriod: milliseconds(0) });
      requireState('addEventHandler', 'created', 'running');
      const one = registerHandler(handler, handlerOptions, { plan, isScheduledResync, callResults });
      handlers.add(one);
      byRegistration.set(one.registration, one);
      if (upstreamHasSynced) one.sync.upstreamHasSynced();
      if (state === 'running') {
        added.next(one);
        one.sync.started();
      }
      return one.registration;
    },
    removeEventHandler: (registration) => void remove(registration),
    shutDownEventHandler: async (registration) => {
      await remove(registration)?.idle();
    },

    addIndexers: (indexers) => {
      requireState('addIndexers', 'created', 'running');
      store.addIndexers(indexers);
    },
    setTransform: (transform) => {
      checkArgument('setTransform: transform', transform, aFunction);
      requireState('setTransform', 'created');
      ownReflector('setTransform', input).transform = transform;
    },
    setWatchErrorHandler: (handler) => {
      checkArgument('setWatchErrorHandler: handler', handler, aFunction);
      requireState('setWatchErrorHandler', 'created');
      ownReflector('setWatchErrorHandler', input).watchErrorHandler = handler;
    },
  };
}

/**
 * Creates a {@link sharedIndexInformer} without index functions, as client-go's `NewSharedInformer` does.
 * `store.addIndexers` can add index functions.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const informer = sharedInformer(listWatch(transport, core.v1.pods));
 * informer.addEventHandler({ onDelete: (pod) => release(pod) });
 * informer.run();
 * ```
 */
export function sharedInformer<T extends KubeObject>(
  source: Informer<T> | ListerWatcher<T> | Observable<ReflectorEvent<T>>,
  options: Omit<SharedInformerOptions<T>, 'indexers'> = {},
): SharedInformer<T> {
  return createSharedInformer('sharedInformer', source, options);
}

/** Adds the buffers of the handlers to the state of the informer below. */
const withHandlers = (state: () => InformerState, scheduler: ListenerScheduler) => (): InformerState => {
  const { buffers, ...rest } = state();
  return { ...rest, buffers: [...buffers, ...scheduler.buffers] };
};
