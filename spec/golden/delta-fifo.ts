import { HandlerError, type KubeObject } from '../../src/objects/index.ts';
import type { KeyDelta, KeyDeltas, KnownObjects } from '../../src/queue/index.ts';
import { ByKeyFifo } from '../../src/queue/machine/by-key-fifo.ts';
import { PopLoop } from '../../src/queue/machine/pop-loop.ts';
import type { ReflectorEvent } from '../../src/reflector/index.ts';
import { indexedStore, type StoreSubject } from '../../src/store/index.ts';
import { type Call, callOf, wantedCalls } from './calls.ts';
import { mark, parseObject, printObject, strictKeyOf } from './objects.ts';
import type { Comparison, Topic } from './topic.ts';

interface Config {
  readonly knownObjects: boolean;
  readonly ghosts?: Readonly<Record<string, 'missing' | 'error'>>;
  readonly emitDeltaTypeReplaced: boolean;
  readonly transformer: boolean;
}

interface Step {
  readonly op: string;
  readonly obj?: string | null;
  readonly key?: string;
  readonly list?: readonly string[];
  readonly rv?: string;
  readonly want: {
    readonly key?: string;
    readonly deltas?: readonly Call[];
    readonly notify?: readonly Call[];
  };
}

type Fields = Record<string, unknown>;

/** `delta-fifo.json`: the classic form of the queue, popped into a store. */
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
      want: notify === undefined ? want : { ...want, notify },
      got,
    };
  });
  const store = run.store.list().map(printObject).sort();
  return [...comparisons, { where: 'at the end', want: wanted, got: { store } }];
};

class Run {
  readonly store: StoreSubject<KubeObject> = indexedStore<KubeObject>();
  readonly #fifo: ByKeyFifo<KubeObject>;
  readonly #loop: PopLoop<ReflectorEvent<KubeObject>, KeyDeltas<KubeObject>>;
  #calls: Call[] = [];

  constructor(config: Config) {
    const { ghosts = {}, emitDeltaTypeReplaced, transformer } = config;
    this.#fifo = new ByKeyFifo({
      keyOf: strictKeyOf,
      knownObjects: config.knownObjects ? haunted(this.store, ghosts) : undefined,
      emitDeltaTypeReplaced,
      transform: transformer ? mark : undefined,
      onError: (error) => {
        if (ghosts[error.key ?? ''] !== 'error') throw error;
      },
    });
    this.#loop = new PopLoop(this.#fifo);
    this.store.batches$.subscribe((batch) => this.#calls.push(...batch.map(callOf)));
  }

  step(step: Step): Fields {
    const got: Fields = {};
    try {
      if (step.op === 'pop') this.#pop(got, (deltas) => this.store.next(deltas));
      else if (step.op === 'popFail') this.#pop(got, fail);
      else this.#write(step);
    } catch (error) {
      got['err'] = failureOf(error);
    }
    return { ...got, synced: this.#fifo.hasSynced, len: this.#fifo.length };
  }

  #write({ op, obj, key = '', list = [], rv = '' }: Step): void {
    const object = obj === undefined || obj === null ? undefined : parseObject(obj);
    const type = eventTypes.get(op);
    if (type !== undefined && object !== undefined) this.#loop.step({ type, object });
    else if (op === 'deleteTombstone') this.#fifo.deleteTombstone(key, object);
    else if (op === 'replace') {
      this.#loop.step({ type: 'REPLACED', items: list.map(parseObject), resourceVersion: rv });
    } else if (op === 'resync') this.#loop.step({ type: 'RESYNC' });
    else if (op === 'close') this.#loop.step({ type: 'EVENTS_END' });
    else throw new Error(`no operation ${op}`);
  }

  #pop(got: Fields, process: (deltas: KeyDeltas<KubeObject>) => void): void {
    const { taken, isFinished } = this.#loop.step({ type: 'POP' });
    got['storeRV'] = this.store.resourceVersion;
    if (taken === undefined) throw new Error(isFinished ? 'closed' : 'nothing to pop');
    got['key'] = taken[0]?.key;
    got['deltas'] = taken.map(printDelta);
    got['initial'] = taken.isInInitialList;
    got['syncedDuring'] = this.#fifo.hasSynced;
    this.#calls = [];
    process(taken);
    got['notify'] = this.#calls;
    got['storeRV'] = this.store.resourceVersion;
  }
}

const eventTypes = new Map([
  ['add', 'ADDED'],
  ['update', 'MODIFIED'],
  ['delete', 'DELETED'],
] as const) as ReadonlyMap<string, 'ADDED' | 'MODIFIED' | 'DELETED'>;

/** The known objects of a trace: the store's, in sorted order, and keys that are listed but cannot be looked up. */
function haunted(
  store: KnownObjects<KubeObject>,
  ghosts: Readonly<Record<string, 'missing' | 'error'>>,
): KnownObjects<KubeObject> {
  return {
    listKeys: () => [...new Set([...store.listKeys(), ...Object.keys(ghosts)])].sort(),
    get: (key) => {
      if (ghosts[key] === 'error') throw new Error('lookup failed');
      return ghosts[key] === 'missing' ? undefined : store.get(key);
    },
  };
}

function printDelta(delta: KeyDelta<KubeObject>): Call {
  const object = delta.object === undefined ? null : printObject(delta.object);
  return delta.type === 'Deleted' && !delta.finalStateKnown
    ? [delta.type, object, delta.key]
    : [delta.type, object];
}

function fail(): void {
  throw new Error('handler');
}

/** The traces' word for an error: which of the user's functions threw, or that of the process function or the loop. */
function failureOf(error: unknown): string {
  if (error instanceof HandlerError) return error.where === 'keyOf' ? 'key' : error.where;
  if (error instanceof Error && (error.message === 'handler' || error.message === 'closed'))
    return error.message;
  throw error;
}
