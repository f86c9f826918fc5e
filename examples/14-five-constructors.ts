/**
 * Compares client-go's five constructors on the ConfigMaps of a namespace: New (newController here), NewInformer,
 * NewIndexerInformer, NewSharedInformer and NewSharedIndexInformer. For each constructor, the program prints the
 * received changes. On Ctrl-C, the program prints the objects of each store.
 *
 * A controller is the loop that pops the queue. Each of the four informers contains such a controller.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { byLabel, type IndexedStore, keyOf, listWatch, type ResourceEventHandler } from 'rx-informer';
import {
  newController,
  newIndexerInformer,
  newInformer,
  sharedIndexInformer,
  sharedInformer,
} from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { type ConfigMap, core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const listerWatcher = listWatch(kubeConfigTransport(config), core.v1.configmaps, { namespace });
const indexers = { color: byLabel('color') };
const stop = new AbortController();

// Constructor 1 has only the loop. `process` receives the popped deltas, and there is no store.
const controller = newController({
  listerWatcher,
  process: (deltas) => {
    for (const delta of deltas) {
      if (delta.type === 'ReplacedAll')
        console.log(`newController: ReplacedAll ${delta.objects.map(keyOf).join(' ')}`);
      else if ('key' in delta) console.log(`newController: ${delta.type} ${delta.key}`);
    }
  },
  watchErrorHandler: (error) => console.error(`it goes on after ${String(error)}`),
});

// Constructors 2 and 3 have a store and one handler, which the loop calls.
const simple = newInformer({ listerWatcher, handler: printingHandler('newInformer') });
const indexed = newIndexerInformer({
  listerWatcher,
  handler: printingHandler('newIndexerInformer'),
  indexers,
});

// Constructors 4 and 5 allow any number of handlers. Each handler has its own buffer.
const shared = sharedInformer(listerWatcher);
const sharedIndexed = sharedIndexInformer(listerWatcher, { indexers });
for (const one of ['one', 'two']) {
  shared.addEventHandler(printingHandler(`sharedInformer, handler ${one}`));
  sharedIndexed.addEventHandler(printingHandler(`sharedIndexInformer, handler ${one}`));
}

for (const one of [controller, simple.controller, indexed.controller, shared, sharedIndexed])
  one.run(stop.signal);

function printingHandler(name: string): ResourceEventHandler<ConfigMap> {
  return {
    onAdd: (object) => console.log(`${name}: added ${keyOf(object)}`),
    onUpdate: (_old, object) => console.log(`${name}: updated ${keyOf(object)}`),
    onDelete: (object) => console.log(`${name}: deleted ${keyOf(object)}`),
  };
}

function has(name: string, store: IndexedStore<ConfigMap>, index?: 'color'): void {
  const blue = index && `; blue are ${store.indexKeys(index, 'blue').join(' ') || 'none'}`;
  console.log(`${name} has ${store.listKeys().join(' ') || 'nothing'}${blue ?? ''}`);
}

process.once('SIGINT', () => {
  stop.abort();
  has('newInformer', simple.store);
  has('newIndexerInformer', indexed.indexer, 'color');
  has('sharedInformer', shared.getStore());
  has('sharedIndexInformer', sharedIndexed.getIndexer(), 'color');
});
