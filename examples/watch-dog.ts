/**
 * A small informer of one's own, of the stages by hand: reflector, queue, store, one handler. It tells what it hears, and
 * after each change how much there is.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { ignoreElements, merge, type Observable, tap } from 'rxjs';
import {
  type Change,
  deltaFifo,
  indexedStore,
  type KubeObject,
  type ListerWatcher,
  listWatch,
  processorListener,
  reflect,
  type ReflectorStatus,
  type ResourceEventHandler,
} from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';

function watchDog<T extends KubeObject>(
  source: ListerWatcher<T>,
  handler: ResourceEventHandler<T>,
  status: (status: ReflectorStatus) => void,
): Observable<Change<T>> {
  const store = indexedStore<T>();

  return merge(
    // First, so that the first list is told as what it is.
    store.batches$.pipe(
      processorListener(handler),
      tap(({ key }) => console.log(`${key} handled; ${store.size} in the store at ${store.resourceVersion}`)),
    ),
    reflect(source, { status: { next: status } }).pipe(deltaFifo(), tap(store), ignoreElements()),
  );
}

const config = new KubeConfig();
config.loadFromDefault();

const pods = listWatch(kubeConfigTransport(config), core.v1.pods);
const running = watchDog(
  pods,
  {
    onAdd: (pod, isInInitialList) =>
      console.log('OnAdd:', pod.metadata.name, isInInitialList ? 'was here' : 'is new'),
    onUpdate: (old, pod) =>
      console.log('OnUpdate:', pod.metadata.name, old.status?.phase, '->', pod.status?.phase),
    onDelete: (pod, finalStateKnown) => console.log('OnDelete:', pod.metadata.name, finalStateKnown),
    onError: ({ where, key, cause }) => console.error(where, key, cause),
  },
  ({ phase }) => console.log('the reflector is', phase),
).subscribe();

process.once('SIGINT', () => running.unsubscribe());
