/**
 * A pod that is deleted while nobody watches is missing from the next list, and no event tells of it. A queue that is
 * given the known objects finds out what the list lacks, and queues a Deleted for it, with the last state known.
 *
 * A reflector resumes a watch where it broke, and lists anew only when the server has forgotten that version. This one
 * gives up at each failure and begins anew with a list, so that a delete is missed as soon as the cluster was away.
 *
 * Stage of the flow: queue to store, and back: the store is what the queue knows.
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
        store.delete(delta.finalStateKnown ? delta.object : delta); // such a delta is a tombstone
        const how = delta.finalStateKnown ? 'the watch told' : 'the list lacks it';
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
