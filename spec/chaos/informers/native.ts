import {
  deltaFifo,
  indexedStore,
  informer,
  type KubeObject,
  listWatch,
  reflect,
  type ResourceEventHandler,
} from 'rx-informer';
import { newController, newInformer } from 'rx-informer/client-go';
import { Subscription, timer } from 'rxjs';
import { kinds } from '../support/kinds.ts';
import type { Witness } from '../support/witness.ts';
import type { Watcher } from './watcher.ts';

/** A client-go handler that passes its calls to a recorder of handler calls. */
export const handlerOf = (witness: Witness): ResourceEventHandler<KubeObject> => ({
  onAdd: (object) => witness.added(object),
  onUpdate: (old, object) => witness.updated(object, old),
  onDelete: (object) => witness.deleted(object),
});

const inNamespace =
  (namespace: string) =>
  ({ metadata }: KubeObject): boolean =>
    metadata.namespace === namespace;

/**
 * Test informers with the library's own API, and with client-go's low-level constructors, which consist of a store and
 * a loop.
 */
export const nativeWatchers: readonly Watcher[] = [
  {
    name: 'informer: all configmaps, over kubeConfigTransport',
    kind: 'configmaps',
    scope: {},
    holds: () => true,
    noticesSilence: true,
    run({ kube, reflect: how, witness }) {
      const all = informer(listWatch(kube, kinds.configmaps), { reflect: how });
      const [quick, slow] = [witness('quick'), witness('conflated, every 300 ms')];
      const running = all.changes().subscribe((change) => quick.change(change));
      running.add(
        all.changes({ buffer: 'conflate', notifier: timer(300) }).subscribe((change) => slow.change(change)),
      );
      return {
        stored: () => all.store.list(),
        witnesses: [quick, slow],
        stop: () => running.unsubscribe(),
      };
    },
  },
  {
    name: 'informer: red configmaps, over fetch, in pages of 20',
    kind: 'configmaps',
    scope: { labelSelector: 'color=red' },
    holds: ({ metadata }) => metadata.labels?.['color'] === 'red',
    noticesSilence: true,
    run({ web, reflect: how, witness }) {
      const source = listWatch(web, kinds.configmaps, { labelSelector: 'color=red' });
      const red = informer(source, {
        reflect: { ...how, pageSize: 20, streamingList: 'never', watchTimeout: 3_000 },
      });
      const seen = witness('changes');
      const running = red.changes().subscribe((change) => seen.change(change));
      return { stored: () => red.store.list(), witnesses: [seen], stop: () => running.unsubscribe() };
    },
  },
  {
    name: 'reflect, deltaFifo, indexedStore: leases outside of a namespace, by field',
    kind: 'leases',
    scope: { fieldSelector: 'metadata.namespace!=chaos-a' },
    holds: ({ metadata }) => metadata.namespace !== 'chaos-a',
    noticesSilence: true,
    run({ web, reflect: how, witness }) {
      const store = indexedStore<KubeObject>();
      const seen = witness('batches');
      const source = listWatch(web, kinds.leases, { fieldSelector: 'metadata.namespace!=chaos-a' });
      const running = new Subscription();
      running.add(store.batches$.subscribe((batch) => batch.forEach((change) => seen.change(change))));
      running.add(reflect(source, how).pipe(deltaFifo()).subscribe(store));
      return { stored: () => store.list(), witnesses: [seen], stop: () => running.unsubscribe() };
    },
  },
  {
    name: 'newInformer: leases of a namespace',
    kind: 'leases',
    scope: { namespace: 'chaos-a' },
    holds: inNamespace('chaos-a'),
    noticesSilence: true,
    run({ kube, reflect: how, witness }) {
      const seen = witness('handler');
      const { store, controller } = newInformer({
        listerWatcher: listWatch<KubeObject>(kube, kinds.leases, { namespace: 'chaos-a' }),
        handler: handlerOf(seen),
        reflect: how,
      });
      const running = controller.run();
      return { stored: () => store.list(), witnesses: [seen], stop: () => running.unsubscribe() };
    },
  },
  {
    name: 'newController: secrets of a namespace',
    kind: 'secrets',
    scope: { namespace: 'chaos-b' },
    holds: inNamespace('chaos-b'),
    noticesSilence: true,
    run({ kube, reflect: how, witness }) {
      const store = indexedStore<KubeObject>();
      const seen = witness('batches');
      const controller = newController<KubeObject>({
        listerWatcher: listWatch<KubeObject>(kube, kinds.secrets, { namespace: 'chaos-b' }),
        process: (deltas) => store.apply(deltas),
        reflect: how,
      });
      const running = store.batches$.subscribe((batch) => batch.forEach((change) => seen.change(change)));
      running.add(controller.run());
      return { stored: () => store.list(), witnesses: [seen], stop: () => running.unsubscribe() };
    },
  },
];
