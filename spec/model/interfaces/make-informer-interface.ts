import { HandlerError, type KubeObject } from 'rx-informer';
import { clientNodeInformer } from '../../../src/client-node/client-node-informer.ts';
import type { InterfaceUnderTest, ModelHandler, Materials, Subject, HandlerCall } from '../subject.ts';
import { isPlanned } from './handler.ts';

/**
 * Adapts the library's `makeInformer`, which replaces client-node's `makeInformer`, to the model test. The test passes
 * a source instead of a kubeconfig.
 */
export const makeInformerFace: InterfaceUnderTest = {
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
  const handlers = new Set<ModelHandler>();
  let isRunning = false;
  let hasSynced = false;
  let asked = 0;
  objects.on('error', (error: unknown) => {
    if (error instanceof HandlerError && !isPlanned(error)) for (const one of handlers) one.ended(error);
  });

  return {
    subscribe(handler) {
      const callback =
        (type: HandlerCall['type']) =>
        (object: KubeObject): void =>
          void handler.receive({ type, object });
      const callbacks = [
        ['add', callback('added')],
        ['update', callback('updated')],
        ['delete', callback('deleted')],
      ] as const;
      handler.knows(objects.list());
      handlers.add(handler);
      for (const [verb, call] of callbacks) objects.on(verb, call);
      handler.left$.subscribe(() => {
        handlers.delete(handler);
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
