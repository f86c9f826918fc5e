import { takeUntil, timer } from 'rxjs';
import { byLabel, type ChangesOptions, informer } from 'rx-informer';
import type { Behaviour } from '../step.ts';
import type { InterfaceUnderTest, ModelHandler, Materials, Subject } from '../subject.ts';

export const informerFace: InterfaceUnderTest = {
  name: 'informer()',
  inOrder: true,
  isolated: true,
  classic: false,
  prompt: true,
  outlives: false,
  merges: false,
  buffers: ['unbounded', 'conflate', 'two', 'batches'],
  make,
};

function make({ source, setting, reflect, onStatus }: Materials): Subject {
  const objects = informer(source, {
    resetDelay: 0,
    indexers: { color: byLabel('color') },
    reflect: { ...reflect, status: { next: onStatus } },
  });
  const { store } = objects;
  let kept: AbortController | undefined; // a subscriber may stop the informer before `start` has returned
  const isKept = (): boolean => kept?.signal.aborted === false;
  const handlers = new Set<ModelHandler>();

  return {
    subscribe(handler) {
      handlers.add(handler);
      handler.left$.subscribe(() => handlers.delete(handler));
      const ended = { error: (error: unknown) => handler.ended(error), complete: () => handler.ended() };
      if (handler.behaviour.buffer === 'batches') {
        let isIn = true;
        handler.left$.subscribe(() => (isIn = false));
        store.batches$.pipe(takeUntil(handler.left$)).subscribe({
          next: (batch) => {
            for (const change of batch) if (isIn) handler.receive(change);
            handler.endBatch();
          },
          ...ended,
        });
        return {};
      }
      objects
        .changes(optionsOf(handler, setting.resyncPeriod))
        .pipe(takeUntil(handler.left$))
        .subscribe({ next: (change) => void handler.receive(change), ...ended });
      return {};
    },
    start() {
      if (isKept()) return;
      kept = new AbortController();
      objects.start(kept.signal);
    },
    stop: () => kept?.abort(),
    isRunning: () => isKept() || handlers.size > 0,
    isSpent: () => false,
    list: () => store.list(),
    get: (key) => store.get(key),
    byColor: (color) => store.byIndex('color', color),
    hasSynced: () => store.hasSynced,
  };
}

function optionsOf(handler: ModelHandler, resyncPeriod: number): ChangesOptions {
  const { buffer, slow } = handler.behaviour;
  return {
    ...bufferOf(buffer),
    ...(slow > 0 && { notifier: timer(slow) }),
    ...(resyncPeriod > 0 && { resyncPeriod }),
    // An unbounded subscription gets no metrics, because the default subscription has no metrics.
    ...(buffer !== 'unbounded' && { metrics: { next: ({ pending }) => handler.pending(pending) } }),
  };
}

/** Returns the options of `changes()` for a kind of buffer in the model test. */
export function bufferOf(buffer: Behaviour['buffer']): Pick<ChangesOptions, 'buffer'> {
  if (buffer === 'conflate') return { buffer };
  return buffer === 'two' ? { buffer: { size: 2, overflow: 'drop-oldest' } } : {};
}
