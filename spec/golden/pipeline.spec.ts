import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { asyncScheduler, Subject, type Subscription } from 'rxjs';
import { deltaFifo, indexedStore, type KubeObject, processorListener, reflect } from 'rx-informer';
import type { Call } from './calls.ts';
import { differences } from './compare.ts';
import { readGoldenFile } from './golden-file.ts';
import { type InformerCase, type InformerConfig, type InformerStep } from './informer-case.ts';
import { GoldenExpected } from './informer-expected.ts';
import {
  batchesOf,
  recordingHandler,
  reflectOptionsOf,
  replayCase,
  type TraceRun,
  transforms,
} from './informer-run.ts';
import { GoldenServer } from './informer-server.ts';
import { printObject } from './objects.ts';

const golden = readGoldenFile(fileURLToPath(new URL('informer.json', import.meta.url)));
const cases = golden.cases as unknown as readonly InformerCase[];

describe('the pipe of docs/guides/your-own-operator.md', () => {
  it.each(cases.map((one, index) => [index + 1, one] as const))(
    'should emit the changes of client-go, apart from resyncs: case %i of informer.json',
    (_index, one) => {
      const expected = new GoldenExpected(one.config, () => undefined, false);
      const comparisons = replayCase(one, expected, pipeOver).map(({ where, want, got }) => {
        const { requests, notify, synced, storeRV, store } = want;
        return { where, want: { requests, notify, synced, storeRV, store }, got };
      });

      expect(comparisons).toHaveLength(one.steps.length);
      expect(comparisons.flatMap(differences)).toEqual([]);
    },
  );

  it('should have cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120);
  });
});

interface Listener {
  readonly subscription: Subscription;
  readonly calls: { readonly at: number; readonly call: Call }[];
  /** While this Subject is open, each handler call waits for it. */
  hold: Subject<never> | undefined;
}

/** A pipeline of single operators, as in the documentation, with a simulated server. The pipeline makes no resyncs. */
function pipeOver(config: InformerConfig): TraceRun {
  const server = new GoldenServer(config);
  const store = indexedStore<KubeObject>();
  const listeners = new Map<string, Listener>();
  let running: Subscription | undefined;

  const start = (): void => {
    const { transform } = config;
    running = reflect(server, {
      ...reflectOptionsOf(config),
      ...(transform !== undefined && { transform: transforms[transform] }),
    })
      .pipe(deltaFifo({ process: (deltas) => store.apply(deltas) }))
      .subscribe();
  };
  const listen = (name: string, filter: string | undefined): void => {
    const calls: Listener['calls'] = [];
    const note = (...call: readonly unknown[]): unknown => {
      calls.push({ at: asyncScheduler.now(), call });
      return listeners.get(name)?.hold;
    };
    const subscription = store.batches$.pipe(processorListener(recordingHandler(note, filter))).subscribe();
    listeners.set(name, { subscription, calls, hold: undefined });
  };
  const end = (): void => {
    running?.unsubscribe();
    for (const { subscription } of listeners.values()) subscription.unsubscribe();
  };

  const step = (one: InformerStep): void => {
    const { op, handler = '', filter } = one;
    const listener = listeners.get(handler);
    // In client-go, adding a handler after the stop is an error. This pipeline has no stop, so the test adds no
    // handler.
    if (op === 'addHandler') {
      if (running?.closed !== true) listen(handler, filter);
    } else if (op === 'start') start();
    else if (op === 'stop') end();
    else if (op === 'pause' && listener !== undefined) listener.hold = new Subject();
    else if (op === 'resume' && listener !== undefined) {
      const { hold } = listener;
      listener.hold = undefined;
      hold?.complete();
    } else if (op === 'removeHandler' && listener !== undefined) {
      listener.subscription.unsubscribe();
      listeners.delete(handler);
    } else server.step(one);
  };
  const outcome: TraceRun['outcome'] = (wanted) => ({
    requests: server.takeRequests(),
    notify: Object.fromEntries(
      [...listeners].flatMap(([name, { calls }]) => {
        const batches = batchesOf(calls.splice(0), wanted[name] ?? []);
        return batches.length === 0 ? [] : [[name, batches]];
      }),
    ),
    synced: store.hasSynced,
    storeRV: store.resourceVersion,
    store: store.list().map(printObject).sort(),
  });
  return { step, outcome, end };
}
