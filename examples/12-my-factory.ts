/**
 * Implements a shared informer factory. For each request of the same resource, the factory returns the same informer.
 * Two independent parts of a program then share one list, one watch and one store.
 *
 * The factory creates informers, and each informer contains all pipeline stages. The library's sharedInformerFactory()
 * also has typed kinds, listers and a resync.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import {
  type GroupVersionResource,
  type KubeObject,
  listWatch,
  type Transport,
  waitForCacheSync,
} from 'rx-informer';
import { sharedIndexInformer, type SharedIndexInformer } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';

interface MyFactory {
  informerFor<T extends KubeObject>(resource: GroupVersionResource<T>): SharedIndexInformer<T>;
  /** Starts the informers that were requested after the last call of `start`. */
  start(signal: AbortSignal): void;
  waitForCacheSync(signal: AbortSignal): Promise<void>;
}

function myFactory(transport: Transport, namespace: string): MyFactory {
  const informers = new Map<string, SharedIndexInformer<unknown>>();
  return {
    informerFor<T extends KubeObject>(resource: GroupVersionResource<T>): SharedIndexInformer<T> {
      const name = [resource.group, resource.version, resource.resource].join('/');
      const known = informers.get(name) as SharedIndexInformer<T> | undefined;
      if (known !== undefined) return known;
      const made = sharedIndexInformer(listWatch(transport, resource, { namespace }));
      made.setWatchErrorHandler((error) => console.error(`${resource.resource}: ${String(error)}`));
      informers.set(name, made);
      return made;
    },
    start: (signal) => informers.forEach((informer) => informer.run(signal)),
    waitForCacheSync: (signal) => waitForCacheSync(informers.values(), { signal }),
  };
}

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const factory = myFactory(kubeConfigTransport(config), namespace);
for (const part of ['audit', 'billing']) {
  factory.informerFor(core.v1.pods).addEventHandler({
    onAdd: ({ metadata }) => console.log(`${part}: pod ${metadata.name}`),
    onDelete: ({ metadata }) => console.log(`${part}: pod ${metadata.name} has gone`),
  });
}
factory.informerFor(core.v1.configmaps).addEventHandler({
  onUpdate: (_, { metadata, data }) => console.log(`config map ${metadata.name}:`, data),
});

factory.start(stop.signal);
try {
  await factory.waitForCacheSync(AbortSignal.any([stop.signal, AbortSignal.timeout(30_000)]));
  const { size: pods } = factory.informerFor(core.v1.pods).getStore();
  const { size: maps } = factory.informerFor(core.v1.configmaps).getStore();
  console.log(`synced: ${pods} pods, ${maps} config maps`);
} catch (error) {
  if (!stop.signal.aborted) throw error;
}
