import { Subscription, timer } from 'rxjs';
import { indexedStore, type KubeObject, reflect } from 'rx-informer';
import {
  newController,
  newDeltaFIFO,
  newInformer,
  newRealFIFO,
  newStore,
  processDeltas,
  processLoop,
  sharedIndexInformer,
  sharedInformerFactory,
} from 'rx-informer/client-go';
import { core } from 'rx-informer/kinds';
import type { Holder } from './holders.ts';
import type { Lab } from './lab.ts';
import type { Visit } from './visits.ts';

const handler = { onAdd: () => timer(10), onUpdate: () => undefined, onDelete: () => undefined };

/**
 * Returns a leak test for an informer of client-go. Such an informer cannot be started again, so each start creates a
 * new informer. No part of an informer may stay in memory after its stop.
 */
const face = (name: string, use: (lab: Lab) => ReturnType<Visit>): Holder => ({
  name,
  make: (lab) => () => use(lab),
});

export const faces: readonly Holder[] = [
  face('sharedIndexInformer with handlers, one of which is removed', ({ source }) => {
    const pods = sharedIndexInformer(source, { resyncPeriod: 1_000 });
    pods.addEventHandler(handler);
    const removed = pods.addEventHandler(handler, { buffer: 'conflate' });
    const running = pods.run();
    running.add(timer(30).subscribe(() => pods.removeEventHandler(removed)));
    return running;
  }),
  face('newInformer', ({ source }) =>
    newInformer({ listerWatcher: source, handler, resyncPeriod: 50 }).controller.run(),
  ),
  face('newController', ({ source }) => {
    const store = indexedStore<KubeObject>();
    const process = (deltas: Parameters<typeof store.apply>[0]) => store.apply(deltas);
    return newController({ listerWatcher: source, process, fullResyncPeriod: 50 }).run();
  }),
  face('newController whose process fails', ({ source }) =>
    newController({
      listerWatcher: source,
      process: () => {
        throw new Error('no');
      },
      retryOnError: true,
      onError: () => undefined,
    }).run(),
  ),
  face('newDeltaFIFO and newStore, by processLoop and processDeltas', ({ source }) => {
    const store = newStore<KubeObject>();
    const fifo = newDeltaFIFO<KubeObject>({ knownObjects: store });
    const running = new Subscription();
    running.add(reflect(source).subscribe(fifo));
    running.add(processLoop(fifo, (deltas) => processDeltas(deltas, store, handler)).subscribe());
    return running;
  }),
  face('newRealFIFO and newStore, by processLoop and processDeltas', ({ source }) => {
    const store = newStore<KubeObject>();
    const fifo = newRealFIFO<KubeObject>({ knownObjects: store });
    const running = new Subscription();
    running.add(reflect(source).subscribe(fifo));
    running.add(processLoop(fifo, (deltas) => processDeltas(deltas, store, handler)).subscribe());
    return running;
  }),
  face('sharedInformerFactory over a transport', ({ transport, track }) => {
    const factory = sharedInformerFactory(transport, { core }, { transform: track, resyncPeriod: 1_000 });
    factory.core().v1().pods().informer().addEventHandler(handler);
    factory.core().v1().services().lister();
    const stop = new AbortController();
    factory.start(stop.signal);
    return { unsubscribe: () => stop.abort() };
  }),
];
