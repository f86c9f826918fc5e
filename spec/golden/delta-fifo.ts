import type { KubeObject } from 'rx-informer';
import { type DeltaFIFO, newDeltaFIFO, newStore, type KeyDelta, type KeyDeltas } from 'rx-informer/client-go';
import { type Call, wantedCalls } from './calls.ts';
import { consume, fail, failureOf, withGhosts, popNow, type QueueStep, write } from './hand-popped.ts';
import { mark, printObject, strictKeyOf } from './objects.ts';
import type { Comparison, Topic } from './topic.ts';

interface Config {
  readonly knownObjects: boolean;
  readonly ghosts?: Readonly<Record<string, 'missing' | 'error'>>;
  readonly emitDeltaTypeReplaced: boolean;
  readonly transformer: boolean;
}

interface Step extends QueueStep {
  readonly want: {
    readonly key?: string;
    readonly deltas?: readonly Call[];
    readonly notify?: readonly Call[];
  };
}

type Fields = Record<string, unknown>;

/** Replays `delta-fifo.json`: the test cases write to a DeltaFIFO and pop its deltas into a store. */
export const deltaFifo: Topic = (golden, _tables, touch) => {
  const { config, steps, ...rest } = golden as Fields & { config: Config; steps: readonly Step[] };
  const { seed, ...wanted } = rest;
  if (typeof seed !== 'number') throw new Error('a case without a seed');
  const run = new Run(config);
  const goStore = new Map<string, string>();

  const comparisons = steps.map((step, index): Comparison => {
    const { want, ...input } = step;
    const got = run.step(step);
    const notify = want.notify && wantedCalls(want.key ?? '', want.deltas ?? [], want.notify, goStore, touch);
    return {
      where: `step ${index + 1}: ${JSON.stringify(input)}`,
      recorded: want,
      want: notify === undefined ? want : { ...want, notify },
      got,
    };
  });
  const store = run.store.list().map(printObject).sort();
  return [...comparisons, { where: 'at the end', want: wanted, got: { store } }];
};

class Run {
  readonly store = newStore<KubeObject>(strictKeyOf);
  readonly #fifo: DeltaFIFO<KubeObject>;

  constructor(config: Config) {
    const { ghosts = {}, emitDeltaTypeReplaced, transformer } = config;
    this.#fifo = newDeltaFIFO<KubeObject>({
      keyFunction: strictKeyOf,
      emitDeltaTypeReplaced,
      ...(config.knownObjects && { knownObjects: withGhosts(this.store, ghosts) }),
      ...(transformer && { transformer: mark }),
      onError: (error) => {
        if (ghosts[error.key ?? ''] !== 'error') throw error;
      },
    });
  }

  step(step: Step): Fields {
    const got: Fields = {};
    try {
      if (step.op === 'pop' || step.op === 'popFail') this.#pop(step.op, got);
      else write(this.#fifo, step);
    } catch (error) {
      got['err'] = failureOf(error);
    }
    return { ...got, synced: this.#fifo.hasSynced(), len: this.#fifo.length };
  }

  #pop(op: string, got: Fields): void {
    const process = (deltas: KeyDeltas<KubeObject>, isInInitialList: boolean): void => {
      got['key'] = this.#fifo.keyOf(deltas);
      got['deltas'] = deltas.map(printDelta);
      got['initial'] = isInInitialList;
      got['syncedDuring'] = this.#fifo.hasSynced();
      if (op === 'popFail') fail();
      got['notify'] = consume(deltas, this.store);
    };
    try {
      popNow(this.#fifo.pop(process));
    } finally {
      got['storeRV'] = this.store.lastStoreSyncResourceVersion();
    }
  }
}

function printDelta(delta: KeyDelta<KubeObject>): Call {
  const object = delta.object === undefined ? null : printObject(delta.object);
  return delta.type === 'Deleted' && !delta.finalStateKnown
    ? [delta.type, object, delta.key]
    : [delta.type, object];
}
