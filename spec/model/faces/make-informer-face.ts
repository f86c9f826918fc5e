import { HandlerError, type KubeObject } from 'rx-informer';
import { clientNodeInformer } from '../../../src/client-node/client-node-informer.ts';
import type { Face, Hearer, Materials, Subject, Told } from '../subject.ts';
import { isPlanned } from './handler.ts';

/** The replacement for client-node's `makeInformer`, with a source instead of a kubeconfig. */
export const makeInformerFace: Face = {
  name: 'makeInformer()',
  inOrder: true,
  isolated: true,
  classic: false,
  prompt: false,
  outlives: true,
  merges: true,
  buffers: ['unbounded'],
  make,
};

function make({ source }: Materials): Subject {
  const objects = clientNodeInformer<KubeObject>(source);
  const hearers = new Set<Hearer>();
  let isRunning = false;
  let hasSynced = false;
  let asked = 0;
  objects.on('error', (error: unknown) => {
    if (error instanceof HandlerError && !isPlanned(error)) for (const one of hearers) one.ended(error);
  });

  return {
    hear(hearer) {
      const callback =
        (type: Told['type']) =>
        (object: KubeObject): void =>
          void hearer.tell({ type, object });
      const callbacks = [
        ['add', callback('added')],
        ['update', callback('updated')],
        ['delete', callback('deleted')],
      ] as const;
      hearer.knows(objects.list());
      hearers.add(hearer);
      for (const [verb, call] of callbacks) objects.on(verb, call);
      hearer.left$.subscribe(() => {
        hearers.delete(hearer);
        for (const [verb, call] of callbacks) objects.off(verb, call);
      });
      return {};
    },
    start() {
      if (!isRunning) asked = source.lists;
      isRunning = true;
      void objects.start();
    },
    stop() {
      isRunning = false;
      void objects.stop();
    },
    isRunning: () => isRunning,
    isSpent: () => false,
    list: () => objects.list(),
    get(key) {
      const [first = '', second] = key.split('/');
      return second === undefined ? objects.get(first) : objects.get(second, first);
    },
    hasSynced: () => (hasSynced ||= isRunning && source.lists > asked),
  };
}
