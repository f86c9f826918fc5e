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
import { aHandler, batchPerTask, createListenerScheduler, deliveryRules } from '../../delivery/index.ts';
import { aborted, type Informer } from '../../informer/index.ts';
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
import { type Registered, registerHandler } from './handler-registrations.ts';
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
 * client-go's `SharedIndexInformer`: an informer with handlers that come and go, over one list and one watch. The face
 * of an informer that is given, or of one that it makes of a ListerWatcher (B128–B163).
 *
 * Handlers do not start it: `run` does, once. Each has its own buffer and pace; one that throws is told of with its
 * name, counts as having handled that change, and disturbs no other (against B152 and B153). A relist is silent about
 * what did not change, also to handlers that are due for a resync (against B133 and B134).
 *
 * @param source - an informer keeps its own options; of those here only `resyncPeriod` may be given with it
 * @throws OptionsError when an option is not what it may be
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
  return madeBy('sharedIndexInformer', source, options);
}

/** @param of - who was called, for the messages */
function madeBy<T extends KubeObject, Index extends string>(
  of: string,
  source: Informer<T, Index> | ListerWatcher<T> | Observable<ReflectorEvent<T>>,
  options: SharedInformerOptions<T, Index>,
): SharedIndexInformer<T, Index> {
  const input = informerInput(of, source, options);
  const { informer, lastSyncResourceVersion } = input;
  const { store, status$ } = informer;
  const plan = new ResyncPlan(options.resyncPeriod ?? 0);
  const handlers = new Set<Registered<T>>();
  const byRegistration = new WeakMap<ResourceEventHandlerRegistration, Registered<T>>();
  const added = new Subject<Registered<T>>();
  const work = new Subscription();
  const running = new Subscription();
  const stopped = new Subject<void>();
  // Handlers have no callback for the error of the informer.
  const silently$ = defer(() => {
    const leave = informer.errors?.addSilentSubscriber() ?? noop;
    return store.batches$.pipe(finalize(leave));
  });
  const { batches$, resync, isScheduledResync } = resyncedBatches(silently$, store, plan);
  const scheduler = createListenerScheduler();
  let state: 'created' | 'running' | 'stopped' = 'created';
  let hasToldSync = false;
  let hasEnded = false;

  const only = (method: string, ...states: readonly (typeof state)[]): void => {
    if (states.includes(state)) return;
    throw new KubeError(
      'fatal',
      `${method}: the informer has ${state === 'stopped' ? 'stopped already; make another' : 'started already; say it before'}`,
    );
  };

  running.add(() => {
    state = 'stopped';
    const isCut = !hasEnded;
    stopped.next(); // before the work in hand ends, or the next would begin
    if (isCut) work.unsubscribe();
    for (const { sync } of handlers) sync.end();
  });

  /** Handlers first, so that they hear the first list as such; then the informer, should they be none. */
  const begin = (signal: AbortSignal | undefined): void => {
    const there = [...handlers];
    const listeners$ = merge(added, from(there)).pipe(map(({ listener }) => listener));
    const done = (): void => {
      hasEnded = true; // all that waited has been handled, or removed: a call in hand may go on
      running.unsubscribe();
    };

    running.add(aborted(signal).subscribe(() => running.unsubscribe()));
    running.add(
      status$.pipe(first(({ hasSynced }) => hasSynced)).subscribe({
        next: () => {
          hasToldSync = true;
          for (const { sync } of handlers) sync.upstream();
        },
        error: () => undefined,
      }),
    );
    // Not by the subscription alone, which nobody has yet if a handler stops it while it begins.
    running.add(
      batches$
        .pipe(batchPerTask<T>(scheduler), sharedProcessor(listeners$, scheduler), takeUntil(stopped))
        .subscribe({ error: done, complete: done }),
    );
    if (running.closed) return;
    for (const { sync } of there) sync.served();
    running.add(resyncTicks(status$, plan.checkPeriod).subscribe(resync));

    const started = informer.start();
    running.add(started);
    started.add(() => {
      // It ended by itself: handlers are still told what waits.
      state = 'stopped';
      added.complete();
    });
  };

  const remove = (registration: ResourceEventHandlerRegistration): Registered<T> | undefined => {
    const one = byRegistration.get(registration);
    if (one !== undefined && handlers.delete(one)) one.remove();
    return one;
  };

  const run = (signal?: AbortSignal): Subscription => {
    if (signal !== undefined) checkArgument('run: signal', signal, anAbortSignal);
    only('run', 'created', 'running');
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
    changes: (changes) => informer.changes(changes),
    start: (signal) => informer.start(signal),
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
      only('addEventHandler', 'created', 'running');
      const one = registerHandler(handler, handlerOptions, { plan, isScheduledResync, work });
      handlers.add(one);
      byRegistration.set(one.registration, one);
      if (hasToldSync) one.sync.upstream();
      if (state === 'running') {
        added.next(one);
        one.sync.served();
      }
      return one.registration;
    },
    removeEventHandler: (registration) => void remove(registration),
    shutDownEventHandler: async (registration) => {
      await remove(registration)?.idle();
    },

    addIndexers: (indexers) => {
      only('addIndexers', 'created', 'running');
      store.addIndexers(indexers);
    },
    setTransform: (transform) => {
      checkArgument('setTransform: transform', transform, aFunction);
      only('setTransform', 'created');
      ownReflector('setTransform', input).transform = transform;
    },
    setWatchErrorHandler: (handler) => {
      checkArgument('setWatchErrorHandler: handler', handler, aFunction);
      only('setWatchErrorHandler', 'created');
      ownReflector('setWatchErrorHandler', input).watchErrorHandler = handler;
    },
  };
}

/**
 * client-go's `NewSharedInformer`: a {@link sharedIndexInformer} without index functions; `store.addIndexers` can still
 * add some.
 *
 * @throws OptionsError when an option is not what it may be
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
  return madeBy('sharedInformer', source, options);
}
