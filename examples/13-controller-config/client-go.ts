/**
 * A Controller with its Config: client-go's layer between reflector and informer. A list and a watch fill a queue. A
 * loop pops the queue and calls `process`. This function updates a store and calls a handler. Every 2 s, a resync
 * queues all known objects again. If `process` throws an error, the loop retries the same deltas.
 *
 * Pipeline stages: the reflector, the queue and the store. A loop connects these stages.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { listWatch } from 'rx-informer';
import { newController, newDeltaFIFO, newStore, processDeltas, type KeyDeltas } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const store = newStore<Pod>();
const fifo = newDeltaFIFO<Pod>({ knownObjects: store, emitDeltaTypeReplaced: true });
const refused = new Set<string>();

const controller = newController({
  queue: fifo,
  listerWatcher: listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }),
  objectType: { kind: 'Pod' },
  process: work,
  fullResyncPeriod: 2000,
  retryOnError: true,
  onError: ({ key, cause }) => console.log(`${key ?? '-'} was refused: ${String(cause)}`),
  watchErrorHandler: (error) => console.error(`it goes on after ${String(error)}`),
});

/** Works on all queued deltas of one key. The first work on a pod with the name "difficult" fails. */
function work(deltas: KeyDeltas<Pod>, isInInitialList: boolean): unknown {
  const key = fifo.keyOf(deltas);
  const types = deltas.map(({ type }) => type).join(' ');
  console.log(`popped ${key}: ${types}${isInInitialList ? ' (first list)' : ''}`);
  if (key === `${namespace}/difficult` && !refused.has(key)) {
    refused.add(key);
    throw new Error('not now');
  }
  return processDeltas(deltas, store, {
    onAdd: (pod) => console.log(`  added ${pod.metadata.name}`),
    onUpdate: (old, pod) => console.log(`  ${old === pod ? 'resynced' : 'updated'} ${pod.metadata.name}`),
    onDelete: (pod) => console.log(`  deleted ${pod.metadata.name}`),
  });
}

const running = controller.run();

process.once('SIGINT', () => {
  running.unsubscribe();
  console.log('synced:', controller.hasSynced(), 'at version:', controller.lastSyncResourceVersion());
});
