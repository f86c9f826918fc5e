/**
 * A Controller over its Config, the layer between reflector and informer: list and watch fill a queue, a loop pops it
 * into `process`, which keeps a store and tells a handler. Every so often the queue hands out all that is known once
 * more, the resync, and what `process` refuses is tried again.
 *
 * Stage of the flow: reflector, queue and store, and the loop that drives them.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { type KeyDeltas, listWatch, newController, deltaFifo, newStore, processDeltas } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const store = newStore<Pod>();
const refused = new Set<string>();

const controller = newController({
  queue: (pop) => deltaFifo({ pop, replace: 'by-key', knownObjects: store }),
  listerWatcher: listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }),
  objectType: { kind: 'Pod' },
  fullResyncPeriod: 2000,
  retryOnError: true,
  onError: ({ key, cause }) => console.log(`${key ?? '-'} was refused: ${String(cause)}`),
  process: (deltas: KeyDeltas<Pod>, isInInitialList) => {
    const key = deltas.at(-1)?.key ?? '';
    const types = deltas.map(({ type }) => type).join(' ');
    console.log(`popped ${key}: ${types}${isInInitialList ? ' (first list)' : ''}`);
    if (key.endsWith('/difficult') && !refused.has(key)) {
      refused.add(key);
      throw new Error('not now');
    }
    return processDeltas(deltas, store, {
      onAdd: (pod) => console.log(`  added ${pod.metadata.name}`),
      onUpdate: (old, pod) => console.log(`  ${old === pod ? 'resynced' : 'updated'} ${pod.metadata.name}`),
      onDelete: (pod) => console.log(`  deleted ${pod.metadata.name}`),
    });
  },
});

const running = controller.run();

process.once('SIGINT', () => {
  running.unsubscribe();
  const version = controller.lastSyncResourceVersion();
  console.log(
    `${controller.hasSynced() ? 'synced' : 'not synced'}, ${version === '' ? 'never listed' : 'listed'}`,
  );
});
