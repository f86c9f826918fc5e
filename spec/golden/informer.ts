import { asyncScheduler, Subject } from 'rxjs';
import {
  type ResourceEventHandlerRegistration,
  sharedIndexInformer,
  type SharedIndexInformer,
} from '../../src/client-go/index.ts';
import { KubeError, type KubeObject, StatusError } from '../../src/objects/index.ts';
import type { Call } from './calls.ts';
import {
  type CallBatch,
  type InformerCase,
  type InformerConfig,
  type InformerStep,
} from './informer-case.ts';
import { GoldenExpected } from './informer-expected.ts';
import { GoldenServer } from './informer-server.ts';
import {
  batchesOf,
  recordingHandler,
  reflectOptionsOf,
  replayCase,
  type TraceRun,
  transforms,
} from './informer-run.ts';
import { printObject } from './objects.ts';
import type { Comparison, Topic } from './topic.ts';

/**
 * Replays `informer.json`: the test cases run a shared informer against a simulated server in virtual time.
 * `informer-expected.ts` computes the expected results, including the deliberate differences from client-go.
 */
export const informer: Topic = (golden, _tables, touch) => {
  const one = golden as unknown as InformerCase;
  return replayCase(one, new GoldenExpected(one.config, touch), (config) => new Run(config));
};

interface Listener {
  readonly registration: ResourceEventHandlerRegistration;
  readonly calls: { readonly at: number; readonly call: Call }[];
  gate: Subject<never> | undefined;
}

class Run implements TraceRun {
  readonly #server: GoldenServer;
  readonly #informer: SharedIndexInformer<KubeObject>;
  readonly #listeners = new Map<string, Listener>();
  readonly #stop = new AbortController();
  #watchErrors: string[] = [];
  #failure: string | undefined;

  constructor(config: InformerConfig) {
    this.#server = new GoldenServer(config);
    this.#informer = sharedIndexInformer<KubeObject, string>(this.#server, {
      resyncPeriod: config.resyncSeconds * 1_000,
      reflect: reflectOptionsOf(config),
    });
    this.#informer.setWatchErrorHandler((error) => {
      this.#watchErrors.push(reasonOf(error));
    });
    if (config.transform !== undefined) this.#informer.setTransform(transforms[config.transform]);
  }

  step(step: InformerStep): void {
    const { op, handler = '' } = step;
    const listener = this.#listeners.get(handler);
    if (op === 'addHandler') this.#add(step);
    else if (op === 'start') this.#informer.run(this.#stop.signal);
    else if (op === 'stop') this.end();
    else if (op === 'pause' && listener !== undefined) listener.gate = new Subject();
    else if (op === 'resume' && listener !== undefined) {
      const { gate } = listener;
      listener.gate = undefined;
      gate?.complete();
    } else if (op === 'removeHandler' && listener !== undefined) {
      this.#informer.removeEventHandler(listener.registration);
      this.#informer.removeEventHandler(listener.registration); // a second call has no effect
      this.#listeners.delete(handler);
    } else this.#server.step(step);
  }

  /** Returns the result of the last step. Sorts batches whose order is random in Go, as the recorder sorted them. */
  outcome(wanted: Readonly<Record<string, readonly CallBatch[]>>): Comparison['got'] {
    const listeners = [...this.#listeners];
    const store = this.#informer.getStore();
    const err = this.#failure;
    this.#failure = undefined;
    return {
      ...(err === undefined ? {} : { err }),
      requests: this.#server.takeRequests(),
      watchErrors: this.#watchErrors.splice(0),
      notify: Object.fromEntries(
        listeners.flatMap(([name, { calls }]) => {
          const batches = batchesOf(calls.splice(0), wanted[name] ?? []);
          return batches.length === 0 ? [] : [[name, batches]];
        }),
      ),
      synced: this.#informer.hasSynced(),
      ...(listeners.length === 0
        ? {}
        : {
            handlersSynced: Object.fromEntries(
              listeners.map(([name, { registration }]) => [name, registration.hasSynced()]),
            ),
          }),
      lastRV: this.#informer.lastSyncResourceVersion(),
      storeRV: store.resourceVersion,
      store: store.list().map(printObject).sort(),
    };
  }

  end(): void {
    this.#stop.abort();
  }

  #add({ handler: name = '', filter, resyncSeconds }: InformerStep): void {
    const calls: Listener['calls'] = [];
    const note = (...call: unknown[]): unknown => {
      calls.push({ at: asyncScheduler.now(), call });
      return this.#listeners.get(name)?.gate;
    };
    const handler = recordingHandler(note, filter);
    const options = resyncSeconds === undefined ? {} : { resyncPeriod: resyncSeconds * 1_000 };
    try {
      const registration = this.#informer.addEventHandler(handler, options);
      this.#listeners.set(name, { registration, calls, gate: undefined });
    } catch (error) {
      if (!(error instanceof KubeError) || !this.#informer.isStopped()) throw error;
      this.#failure = 'stopped';
    }
  }
}

/** Returns the reason of an error. If a server refuses streaming lists, the reason is in the cause of the error. */
function reasonOf(error: unknown): string {
  if (error instanceof StatusError) return error.reason;
  return error instanceof KubeError && error.cause !== undefined ? reasonOf(error.cause) : 'other';
}
