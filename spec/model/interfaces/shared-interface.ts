import { byLabel, type KubeObject } from 'rx-informer';
import { type SharedIndexInformer, sharedIndexInformer } from 'rx-informer/client-go';
import { Subscription } from 'rxjs';
import type { InterfaceUnderTest, Materials, Subject } from '../subject.ts';
import { handlerOf } from './handler.ts';
import { bufferOf } from './informer-interface.ts';

/** The properties that all client-go shared informers have in common. */
export const shared = {
  inOrder: true,
  isolated: true,
  classic: false,
  prompt: true,
  outlives: false,
  merges: false,
  buffers: ['unbounded', 'conflate', 'two'],
} as const satisfies Partial<InterfaceUnderTest>;

export const sharedFace: InterfaceUnderTest = {
  ...shared,
  name: 'sharedIndexInformer()',
  make: ({ source, setting, reflect, onStatus }: Materials) =>
    sharedSubject(
      sharedIndexInformer(source, {
        indexers: { color: byLabel('color') },
        resyncPeriod: setting.resyncPeriod,
        reflect: { ...reflect, status: { next: onStatus } },
      }),
    ),
};

/** Adapts a client-go shared informer to the model test. */
export function sharedSubject(
  objects: SharedIndexInformer<KubeObject>,
  run: () => Subscription = () => objects.run(),
): Subject {
  const store = objects.getIndexer();
  let running = Subscription.EMPTY;

  return {
    subscribe(handler) {
      if (objects.isStopped()) return undefined;
      const registration = objects.addEventHandler(handlerOf(handler), bufferOf(handler.behaviour.buffer));
      handler.left$.subscribe(() => objects.removeEventHandler(registration));
      return {
        hasSynced: () => registration.hasSynced(),
        pending: () => registration.metrics.pending,
      };
    },
    start() {
      if (!objects.isStopped()) running = run();
    },
    stop: () => running.unsubscribe(),
    isRunning: () => !running.closed,
    isSpent: () => objects.isStopped(),
    list: () => store.list(),
    get: (key) => store.get(key),
    byColor: (color) => store.byIndex('color', color),
    hasSynced: () => objects.hasSynced(),
  };
}
