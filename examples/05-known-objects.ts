/**
 * If a pod is deleted while no watch is open, no event reports the delete, but the next list does not contain the pod.
 * With the option `knownObjects`, the queue compares each list with the store. For each pod that is missing in the
 * list, the queue adds a Deleted delta with the last known state.
 *
 * By default, a reflector resumes a broken watch. It relists only if the server no longer has the resourceVersion of
 * the watch. In this example, each failure is fatal, and `retry` starts again with a list. Therefore only the list
 * shows a delete that happens during an outage.
 *
 * Pipeline stages: the queue and the store. The queue fills the store, and the queue reads the known objects from the
 * store.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { type Observable, repeat, retry, timer } from 'rxjs';
import { listWatch, reflect } from 'rx-informer';
import { newDeltaFIFO, newStore, type KeyDeltas } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = listWatch(kubeConfigTransport(config), core.v1.pods, { namespace });
const store = newStore<Pod>();
const fifo = newDeltaFIFO<Pod>({ knownObjects: store, emitDeltaTypeReplaced: true });

const reflecting = reflect(pods, { isFatal: () => true })
  .pipe(retry({ delay: whenDown, resetOnSuccess: true }))
  .subscribe(fifo);
const popping = fifo.pop(keep).pipe(repeat()).subscribe();

function keep(deltas: KeyDeltas<Pod>): void {
  for (const delta of deltas) {
    switch (delta.type) {
      case 'Added':
      case 'Updated':
      case 'Replaced':
      case 'Sync':
        store.update(delta.object);
        console.log(`${delta.type} ${delta.key}; ${store.list().length} known`);
        break;
      case 'Deleted': {
        store.delete(delta.finalStateKnown ? delta.object : delta); // without a known final state, the delta is a DeletedFinalStateUnknown
        const how = delta.finalStateKnown ? 'from the watch' : 'not in the list';
        const app = delta.object?.metadata.labels?.['app'] ?? '-';
        console.log(`Deleted ${delta.key}: ${how}; its app was ${app}; ${store.list().length} known`);
        break;
      }
    }
  }
}

function whenDown(_error: unknown, failures: number): Observable<unknown> {
  if (failures === 1) console.log('the watch is down');
  return timer(500);
}

process.once('SIGINT', () => {
  reflecting.unsubscribe();
  popping.unsubscribe();
});
