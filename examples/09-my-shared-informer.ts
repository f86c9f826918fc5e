/**
 * Implements a shared informer in twenty lines: one list, one watch, one queue and one store for any number of
 * handlers. The program can add and remove handlers at any time. A late handler first receives the objects of the
 * store.
 *
 * This program combines all pipeline stages. The library's sharedIndexInformer() also has a resync, a status and a
 * stop.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { ignoreElements, merge, ReplaySubject, type Subscription, tap, timer } from 'rxjs';
import {
  deltaFifo,
  indexedStore,
  type KubeObject,
  type ListerWatcher,
  listWatch,
  reflect,
  type ReflectorStatus,
  type ResourceEventHandler,
} from 'rx-informer';
import { type SharedListener, sharedProcessor } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

function mySharedInformer<T extends KubeObject>(source: ListerWatcher<T>) {
  const store = indexedStore<T>();
  const listeners = new ReplaySubject<SharedListener<T>>(Infinity);

  return {
    store: store.asReadonly(),
    /** @returns a function that removes the handler */
    addEventHandler(handler: ResourceEventHandler<T>): () => void {
      const removed = new ReplaySubject<void>(1);
      listeners.next({ handler, removed });
      return () => removed.next();
    },
    run(): Subscription {
      const processing$ = store.batches$.pipe(sharedProcessor(listeners));
      const reflected$ = reflect(source, { status: { next: tellFailure } });
      const storing$ = reflected$.pipe(deltaFifo(), tap(store), ignoreElements());
      return merge(processing$, storing$).subscribe();
    },
  };
}

function tellFailure(status: ReflectorStatus): void {
  if (status.phase === 'waiting') console.error(`it goes on after ${String(status.error)}`);
}

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const informer = mySharedInformer(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }));
const print = (name: string, what: string, { metadata }: Pod): void =>
  console.log(`${name}: ${what} ${metadata.name}; there are ${informer.store.size}`);

informer.addEventHandler({
  onAdd: (pod, isInInitialList) => print('first', isInInitialList ? 'found' : 'added', pod),
  onDelete: (pod) => print('first', 'deleted', pod),
});
const running = informer.run();
running.add(timer(1000).subscribe(joinLate));

/** Adds a second handler. This handler removes itself at the first delete. */
function joinLate(): void {
  const leave = informer.addEventHandler({
    onAdd: (pod, isInInitialList) => print('second', isInInitialList ? 'found' : 'added', pod),
    onDelete(pod) {
      print('second', 'deleted', pod);
      leave();
    },
  });
}

process.once('SIGINT', () => running.unsubscribe());
