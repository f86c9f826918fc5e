import { setTimeout as sleep } from 'node:timers/promises';
import { type KubeObject, listWatch } from 'rx-informer';
import {
  dynamicSharedInformerFactory,
  metadataSharedInformerFactory,
  sharedIndexInformer,
  sharedInformerFactory,
} from 'rx-informer/client-go';
import { makeInformer } from 'rx-informer/client-node';
import { kinds } from '../support/kinds.ts';
import { handlerOf } from './native.ts';
import type { Watcher } from './watcher.ts';

/** Test informers with client-go's shared informers and factories, and with the library's `makeInformer`. */
export const sharedWatchers: readonly Watcher[] = [
  {
    name: 'sharedIndexInformer: configmaps of a namespace, with resyncs',
    kind: 'configmaps',
    scope: { namespace: 'chaos-a' },
    holds: ({ metadata }) => metadata.namespace === 'chaos-a',
    noticesSilence: true,
    run({ web, reflect, witness }) {
      const source = listWatch<KubeObject>(web, kinds.configmaps, { namespace: 'chaos-a' });
      const shared = sharedIndexInformer(source, { reflect, resyncPeriod: 2_000 });
      const [quick, slow] = [witness('quick'), witness('async, without resync')];
      shared.addEventHandler(handlerOf(quick));
      shared.addEventHandler(
        {
          onAdd: (object) => slow.added(object),
          onUpdate: async (old, object) => {
            await sleep(1);
            slow.updated(object, old);
          },
          onDelete: (object) => slow.deleted(object),
        },
        { resyncPeriod: 0, buffer: 'conflate' },
      );
      const running = shared.run();
      return {
        stored: () => shared.getStore().list(),
        witnesses: [quick, slow],
        stop: () => running.unsubscribe(),
      };
    },
  },
  {
    name: 'sharedInformerFactory: all secrets',
    kind: 'secrets',
    scope: {},
    holds: () => true,
    noticesSilence: true,
    run({ kube, reflect, witness }) {
      const kindsOfCore = { core: { v1: { secrets: kinds.secrets } } };
      const factory = sharedInformerFactory(kube, kindsOfCore, { informer: { reflect } });
      const seen = witness('handler');
      const secrets = factory.core().v1().secrets();
      secrets.informer().addEventHandler(handlerOf(seen));
      factory.start();
      return {
        stored: () => secrets.lister().list(),
        witnesses: [seen],
        stop: () => factory.shutdown(),
      };
    },
  },
  {
    name: 'dynamicSharedInformerFactory: widgets, a custom resource',
    kind: 'widgets',
    scope: {},
    holds: () => true,
    noticesSilence: true,
    run({ kube, reflect, witness }) {
      const factory = dynamicSharedInformerFactory(kube, { informer: { reflect } });
      const seen = witness('handler');
      const widgets = factory.forResource(kinds.widgets).informer();
      widgets.addEventHandler(handlerOf(seen));
      factory.start();
      return {
        stored: () => widgets.getStore().list(),
        witnesses: [seen],
        stop: () => factory.shutdown(),
      };
    },
  },
  {
    name: 'metadataSharedInformerFactory: configmaps of a namespace',
    kind: 'configmaps',
    scope: { namespace: 'chaos-b' },
    holds: ({ metadata }) => metadata.namespace === 'chaos-b',
    noticesSilence: true,
    run({ web, reflect, witness }) {
      const factory = metadataSharedInformerFactory(web, { namespace: 'chaos-b', informer: { reflect } });
      const seen = witness('handler');
      const configmaps = factory.forResource(kinds.configmaps).informer();
      configmaps.addEventHandler(handlerOf(seen));
      factory.start();
      return {
        stored: () => configmaps.getStore().list(),
        witnesses: [seen],
        stop: () => factory.shutdown(),
      };
    },
  },
  {
    name: 'makeInformer: red configmaps of a namespace',
    kind: 'configmaps',
    scope: { namespace: 'chaos-c', labelSelector: 'color=red' },
    holds: ({ metadata }) => metadata.namespace === 'chaos-c' && metadata.labels?.['color'] === 'red',
    noticesSilence: false,
    run({ config, failed, witness }) {
      const path = '/api/v1/namespaces/chaos-c/configmaps';
      const list = (): Promise<{ readonly items: readonly KubeObject[] }> =>
        Promise.reject(new Error('this function is not called'));
      const red = makeInformer<KubeObject>(config, path, list, 'color=red');
      const seen = witness('callbacks');
      red.on('add', (object) => seen.added(object));
      red.on('update', (object) => seen.updated(object));
      red.on('delete', (object) => seen.deleted(object));
      red.on('error', failed);
      void red.start();
      return { stored: () => red.list(), witnesses: [seen], stop: () => void red.stop() };
    },
  },
];
