/**
 * A shared processor delivers each change to two handlers. One handler is slow. Each handler has its own buffer, so no
 * handler waits for the other handler. Both handlers start and stop together.
 *
 * Pipeline stage: the delivery of changes from one store to several handlers.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { ignoreElements, merge, type Observable, tap, timer } from 'rxjs';
import {
  deltaFifo,
  indexedStore,
  listWatch,
  reflect,
  type ReflectorStatus,
  type ResourceEventHandler,
} from 'rx-informer';
import { sharedProcessor } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = listWatch(kubeConfigTransport(config), core.v1.pods, { namespace });
const store = indexedStore<Pod>();

const processing$ = store.batches$.pipe(
  sharedProcessor([{ handler: handlerNamed('quick') }, { handler: handlerNamed('slow', () => timer(500)) }]),
);
const storing$ = reflect(pods, { status: { next: tellFailure } }).pipe(
  deltaFifo(),
  tap(store),
  ignoreElements(),
);

const running = merge(processing$, storing$).subscribe(); // subscribes the handlers before the list arrives

/**
 * Creates a handler that prints its calls. The next call of the handler waits for the Observable that the handler
 * returns.
 */
function handlerNamed(name: string, work?: () => Observable<unknown>): ResourceEventHandler<Pod> {
  const print = (what: string, { metadata }: Pod): unknown => {
    console.log(`${name}: ${what} ${metadata.name}`);
    return work?.();
  };
  return {
    name,
    onAdd: (pod, isInInitialList) => print(isInInitialList ? 'found' : 'added', pod),
    onUpdate: (_old, pod) => print('updated', pod),
    onDelete: (pod) => print('deleted', pod),
  };
}

function tellFailure(status: ReflectorStatus): void {
  if (status.phase === 'waiting') console.error(`it goes on after ${String(status.error)}`);
}

process.once('SIGINT', () => running.unsubscribe());
