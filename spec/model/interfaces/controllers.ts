import { interval, NEVER, repeat, ReplaySubject, takeUntil } from 'rxjs';
import { byLabel, keyOf, type KubeObject, reflect, type ReflectOptions } from 'rx-informer';
import {
  type Controller,
  type Indexer,
  newController,
  newDeltaFIFO,
  newIndexer,
  newIndexerInformer,
  newRealFIFO,
  processDeltas,
} from 'rx-informer/client-go';
import type {
  InterfaceUnderTest,
  HandlerSubscription,
  ModelHandler,
  Materials,
  Subject,
} from '../subject.ts';
import { handlerOf } from './handler.ts';

/**
 * Properties of the client-go interfaces that call a single handler in their own loop. While the handler is busy, the
 * queue coalesces deltas by key.
 */
const looping = {
  inOrder: false,
  isolated: false,
  classic: true,
  prompt: true,
  merges: false,
  outlives: false,
  buffers: ['unbounded'],
} as const satisfies Partial<InterfaceUnderTest>;

export const newInformerFace: InterfaceUnderTest = {
  ...looping,
  name: 'newIndexerInformer()',
  classic: false,
  outlives: true,
  make: (materials) => {
    const slot = handlerSlot();
    const { indexer, controller } = newIndexerInformer({
      listerWatcher: materials.source,
      handler: slot.handler,
      resyncPeriod: materials.setting.resyncPeriod,
      indexers,
      reflect: reflected(materials),
    });
    return {
      ...overController(controller),
      subscribe: slot.subscribe,
      isSpent: () => false,
      list: () => indexer.list(),
      get: (key) => indexer.get(key),
      byColor: (color) => indexer.byIndex('color', color),
    };
  },
};

export const deltaFifoFace: InterfaceUnderTest = {
  ...looping,
  name: 'newController() over newDeltaFIFO()',
  make: (materials) => {
    const slot = handlerSlot();
    const store = newStoreOf();
    const controller = newController({
      queue: newDeltaFIFO<KubeObject>({ knownObjects: store, emitDeltaTypeReplaced: true }),
      listerWatcher: materials.source,
      process: (deltas) => processDeltas(deltas, store, slot.handler),
      fullResyncPeriod: materials.setting.resyncPeriod,
      reflect: reflected(materials),
    });
    return { ...overController(controller), ...readerOf(store), subscribe: slot.subscribe };
  },
};

export const realFifoFace: InterfaceUnderTest = {
  ...looping,
  name: 'newController() over newRealFIFO()',
  make: (materials) => {
    const slot = handlerSlot();
    const store = newStoreOf();
    const controller = newController({
      queue: newRealFIFO<KubeObject>({ atomicEvents: true }),
      listerWatcher: materials.source,
      process: (deltas) => processDeltas(deltas, store, slot.handler),
      fullResyncPeriod: materials.setting.resyncPeriod,
      reflect: reflected(materials),
    });
    return { ...overController(controller), ...readerOf(store), subscribe: slot.subscribe };
  },
  inOrder: true,
};

export const handPoppedFace: InterfaceUnderTest = {
  ...looping,
  name: 'newDeltaFIFO() popped by hand',
  make: (materials) => {
    const slot = handlerSlot();
    const store = newStoreOf();
    const fifo = newDeltaFIFO<KubeObject>({ knownObjects: store, emitDeltaTypeReplaced: true });
    const stopped = new ReplaySubject<void>(1);
    let hasRun = false;
    let hasStopped = false;
    return {
      ...readerOf(store),
      subscribe: slot.subscribe,
      hasSynced: () => fifo.hasSynced(),
      start() {
        if (hasRun) return;
        hasRun = true;
        const { resyncPeriod } = materials.setting;
        const resyncs$ = resyncPeriod === 0 ? NEVER : interval(resyncPeriod);
        const popped$ = fifo.pop((deltas) => processDeltas(deltas, store, slot.handler)).pipe(repeat());
        popped$.pipe(takeUntil(stopped)).subscribe();
        resyncs$.pipe(takeUntil(stopped)).subscribe(() => fifo.resync());
        reflect(materials.source, reflected(materials)).pipe(takeUntil(stopped)).subscribe(fifo);
      },
      stop: () => {
        hasStopped = hasRun;
        if (hasRun) stopped.next();
      },
      isRunning: () => hasRun && !hasStopped,
      isSpent: () => hasStopped,
    };
  },
};

const indexers = { color: byLabel('color') };
const newStoreOf = (): Indexer<KubeObject, 'color'> => newIndexer<KubeObject, 'color'>(keyOf, indexers);

function readerOf(store: Indexer<KubeObject, 'color'>): Pick<Subject, 'list' | 'get' | 'byColor'> {
  return {
    list: () => store.list(),
    get: (key) => store.getByKey(key),
    byColor: (color) => store.byIndex('color', color),
  };
}

function overController(
  controller: Controller,
): Pick<Subject, 'start' | 'stop' | 'isRunning' | 'isSpent' | 'hasSynced'> {
  // The test stops the controller by an AbortSignal, because a handler may stop the controller before `run` has
  // returned.
  let running: AbortController | undefined;
  return {
    start() {
      if (running?.signal.aborted === false) return;
      running = new AbortController();
      controller.run(running.signal);
    },
    stop: () => running?.abort(),
    isRunning: () => running?.signal.aborted === false,
    isSpent: () => running?.signal.aborted === true,
    hasSynced: () => controller.hasSynced(),
  };
}

const reflected = ({ reflect: options, onStatus }: Materials): ReflectOptions => ({
  ...options,
  status: { next: onStatus },
});

/**
 * Creates a handler that passes its calls to the only subscriber. client-go's constructor needs the handler before the
 * subscriber joins. After the subscriber has left, the handler does nothing.
 */
function handlerSlot(): {
  readonly handler: ReturnType<typeof handlerOf>;
  readonly subscribe: (handler: ModelHandler) => HandlerSubscription | undefined;
} {
  let handler: ReturnType<typeof handlerOf> | undefined;
  let isTaken = false;
  return {
    handler: {
      onAdd: (object, isInInitialList) => handler?.onAdd?.(object, isInInitialList),
      onUpdate: (old, object) => handler?.onUpdate?.(old, object),
      onDelete: (object, finalStateKnown) => handler?.onDelete?.(object, finalStateKnown),
      onError: (error) => handler?.onError?.(error),
    },
    subscribe(subscriber) {
      if (isTaken) return undefined;
      isTaken = true;
      handler = handlerOf(subscriber);
      subscriber.left$.subscribe(() => (handler = undefined));
      return {};
    },
  };
}
