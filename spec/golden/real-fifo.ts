import type { KubeObject } from 'rx-informer';
import { newRealFIFO, newStore, type RealFIFO, type RealDelta, type RealDeltas } from 'rx-informer/client-go';
import type { Call } from './calls.ts';
import { consume, fail, failureOf, withGhosts, popNow, type QueueStep, write } from './hand-popped.ts';
import { mark, printObject, strictKeyOf } from './objects.ts';
import { inOneOrder, isTombstone, versionIn, wantedCalls } from './real-fifo-calls.ts';
import type { Comparison, Topic, Touch } from './topic.ts';

interface Config {
  readonly knownObjects: boolean;
  readonly ghosts?: Readonly<Record<string, 'missing' | 'error'>>;
  readonly transformer: boolean;
  readonly atomicEvents: boolean;
  readonly emitDeltaTypeBookmark: boolean;
  readonly batchSize: number;
}

type Want = Readonly<Record<string, unknown>> & {
  readonly err?: string;
  readonly deltas?: readonly Call[];
  readonly notify?: readonly Call[];
  readonly storeRV?: string;
};

interface Step extends QueueStep {
  readonly want: Want;
}

type Fields = Record<string, unknown>;

/**
 * Replays `real-fifo.json`: the test cases write to a RealFIFO and pop its deltas into a store, one by one or in
 * batches.
 */
export const realFifo: Topic = (golden, _tables, touch) => {
  const { config, steps, ...rest } = golden as Fields & { config: Config; steps: readonly Step[] };
  const { seed, ...wanted } = rest;
  if (typeof seed !== 'number') throw new Error('a case without a seed');
  const run = new Run(config);
  const versions = new Versions(touch);

  const comparisons = steps.map((step, index): Comparison => {
    const { want, ...input } = step;
    const { deltas = [], notify = [] } = want;
    const before = run.content;
    const got = run.step(step);
    const where = `step ${index + 1}: ${JSON.stringify(input)}`;
    if (!step.op.startsWith('pop')) return { where, want: { ...want }, got };
    return {
      where,
      recorded: notify.length === 0 ? want : { ...want, notify: inOneOrder(deltas, notify) },
      want: {
        ...want,
        notify: inOneOrder(deltas, wantedCalls(deltas, notify, before, touch)),
        storeRV: versions.after(want),
      },
      got: { ...got, notify: inOneOrder(deltas, (got['notify'] ?? []) as readonly Call[]) },
    };
  });
  const store = run.store.list().map(printObject).sort();
  return [...comparisons, { where: 'at the end', want: wanted, got: { store } }];
};

/**
 * Computes the expected version of the store. It differs from client-go's version only if a batch ends with a delete
 * whose final state is unknown.
 */
class Versions {
  #version = '';
  readonly #touch: Touch;

  constructor(touch: Touch) {
    this.#touch = touch;
  }

  after({ err, deltas = [], storeRV = '' }: Want): string {
    if (err !== undefined) return this.#version;
    const last = deltas.findLast((delta) => !isTombstone(delta) && delta[0] !== 'SyncAll');
    if (last !== undefined) this.#version = last === deltas.at(-1) ? storeRV : versionIn(last);
    if (this.#version !== storeRV) {
      this.#touch('B123 a batch that ends in a tombstone has the version of its last other delta');
    }
    return this.#version;
  }
}

class Run {
  readonly store = newStore<KubeObject>(strictKeyOf);
  readonly #fifo: RealFIFO<KubeObject>;

  constructor(config: Config) {
    const { ghosts = {}, transformer, atomicEvents, emitDeltaTypeBookmark, batchSize } = config;
    this.#fifo = newRealFIFO<KubeObject>({
      keyFunction: strictKeyOf,
      atomicEvents,
      emitDeltaTypeBookmark,
      batchSize,
      ...(config.knownObjects && { knownObjects: withGhosts(this.store, ghosts) }),
      ...(transformer && { transformer: mark }),
      onError: (error) => {
        if (ghosts[error.key ?? ''] !== 'error') throw error;
      },
    });
  }

  /** The content of the store, by key. */
  get content(): ReadonlyMap<string, string> {
    return new Map(this.store.list().map((object) => [strictKeyOf(object), printObject(object)]));
  }

  step(step: Step): Fields {
    const got: Fields = {};
    try {
      if (step.op.startsWith('pop')) this.#pop(step.op, got);
      else if (step.op === 'bookmark') this.#fifo.bookmark(step.rv ?? '');
      else write(this.#fifo, step);
    } catch (error) {
      got['err'] = failureOf(error);
    }
    return { ...got, synced: this.#fifo.hasSynced(), len: this.#fifo.length };
  }

  #pop(op: string, got: Fields): void {
    const process = (deltas: RealDeltas<KubeObject>, isInInitialList: boolean): void => {
      got['deltas'] = deltas.map(printDelta);
      got['initial'] = isInInitialList;
      got['syncedDuring'] = this.#fifo.hasSynced();
      if (op === 'popFail') fail();
      got['notify'] = consume(deltas, this.store);
    };
    const inBatch =
      (batch: boolean): typeof process =>
      (deltas, isInInitialList) => {
        got['batch'] = batch;
        process(deltas, isInInitialList);
      };
    try {
      popNow(
        op === 'popBatch' ? this.#fifo.popBatch(inBatch(true), inBatch(false)) : this.#fifo.pop(process),
      );
    } finally {
      got['storeRV'] = this.store.lastStoreSyncResourceVersion();
    }
  }
}

function printDelta(delta: RealDelta<KubeObject>): Call {
  switch (delta.type) {
    case 'ReplacedAll':
      return [delta.type, delta.resourceVersion, delta.objects.map(printObject)];
    case 'SyncAll':
      return [delta.type];
    case 'Bookmark':
      return [delta.type, delta.resourceVersion];
    default: {
      const object = delta.object === undefined ? null : printObject(delta.object);
      const isUnseen = delta.type === 'Deleted' && !delta.finalStateKnown;
      return isUnseen ? [delta.type, object, delta.key] : [delta.type, object];
    }
  }
}
