/**
 * Compares the store of this library with recorded results of client-go (spec/golden/real-fifo.json). The file
 * contains the pops of a RealFIFO and the handler calls of client-go.
 *
 * The comparison accepts these deliberate differences. For an object with the same version, a list makes no change
 * (Q10). For a key that a list contains twice, the list makes one change (Q15). The delete of an unknown object makes
 * no change (Q16). A delete with an unknown final state and without an object deletes the stored object (B79). If a
 * batch ends with a delete whose final state is unknown, the store has the version of the last other delta; client-go
 * has the version before the batch. In Go, the deletes of a list have a random order, and the objects of a resync have
 * a random order. The comparison skips pops for which client-go's handler failed, because client-go did not store them.
 */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { type Delta, type Deltas, type KubeObject } from 'rx-informer';
import { type KeyDelta, type KeyDeltas, newStore } from 'rx-informer/client-go';
import { type Call, callOf } from '../../golden/calls.ts';
import { parseObject, printObject } from '../../golden/objects.ts';

interface Pop {
  readonly deltas?: readonly Call[];
  readonly initial?: boolean;
  readonly notify?: readonly Call[];
  readonly storeRV?: string;
  readonly err?: string;
}

interface Case {
  readonly seed: number;
  readonly config: { readonly atomicEvents: boolean };
  readonly steps: readonly { readonly want: Pop }[];
  readonly store: readonly string[];
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/real-fifo.json', import.meta.url), 'utf8'),
) as {
  readonly cases: readonly Case[];
};

const keyIn = (id: unknown): string => String(id).replace(/@.*/, '');
const versionIn = (id: unknown): string => parseObject(String(id)).metadata.resourceVersion;
const isTombstone = ([type, , key]: Call): boolean => type === 'Deleted' && key !== undefined;

describe('indexedStore, fed by client-go’s RealFIFO', () => {
  it.each(cases.map((golden) => [golden.seed, golden] as const))(
    'should make the same calls as the consumer of client-go, seed %i (B112–B116, B123, B186)',
    (_seed, { config, steps, store: atTheEnd }) => {
      const store = newStore<KubeObject>();
      let version = '';

      for (const { want } of steps) {
        const { deltas = [], notify = [], storeRV = '', err } = want;
        if (deltas.length === 0 || err !== undefined) continue;
        const before = new Map(
          store.list().map((object) => [keyIn(printObject(object)), printObject(object)]),
        );

        const popped = config.atomicEvents && !deltas.some(isTombstone) ? ofAll(deltas) : byKey(want);
        const calls = store.applyDeltas(popped).map(callOf);

        expect(inOurOrder(calls)).toEqual(inOurOrder(wanted(deltas, notify, before)));
        const last = deltas.findLast((delta) => !isTombstone(delta));
        if (last === deltas.at(-1)) version = storeRV;
        else if (last !== undefined) version = versionIn(last[1]);
        expect(store.lastStoreSyncResourceVersion()).toBe(version);
      }
      expect(store.list().map(printObject).toSorted()).toEqual(atTheEnd);
    },
  );
});

function ofAll(deltas: readonly Call[]): Deltas<KubeObject> {
  return deltas.map(([type, first, second]): Delta<KubeObject> => {
    switch (type) {
      case 'ReplacedAll':
        return { type, objects: (second as string[]).map(parseObject), resourceVersion: String(first) };
      case 'SyncAll':
        return { type };
      case 'Bookmark':
        return { type, resourceVersion: String(first) };
      default:
        return {
          type: type as 'Added' | 'Updated' | 'Deleted',
          key: keyIn(first),
          object: parseObject(String(first)),
        };
    }
  }) as unknown as Deltas<KubeObject>;
}

function byKey({ deltas = [], initial = false }: Pop): KeyDeltas<KubeObject> {
  const steps = deltas.map(([type, id, tombstoneKey]): KeyDelta<KubeObject> => {
    const key = typeof tombstoneKey === 'string' ? tombstoneKey : keyIn(id);
    const object = typeof id === 'string' ? parseObject(id) : undefined;
    if (tombstoneKey !== undefined || object === undefined) {
      return { type: 'Deleted', key, object, finalStateKnown: false };
    }
    if (type === 'Deleted') return { type, key, object, finalStateKnown: true };
    return { type: type as 'Added' | 'Updated' | 'Replaced' | 'Sync', key, object };
  });
  return Object.assign(steps, { isInInitialList: initial });
}

/**
 * Maps the handler calls of client-go to the calls that this library should make. @param before - the stored object of
 * each key
 */
function wanted(
  deltas: readonly Call[],
  calls: readonly Call[],
  before: ReadonlyMap<string, string>,
): readonly Call[] {
  const isList = deltas[0]?.[0] === 'ReplacedAll';
  const byKey = new Map<string, Call>();
  for (const [at, call] of calls.entries()) {
    const [verb, first, second] = call;
    const key = keyIn(verb === 'delete' ? (second ?? first) : verb === 'update' ? second : first);
    const isListed = isList || deltas[at]?.[0] === 'Replaced';
    if (verb === 'delete') {
      const stored = before.get(key);
      if (stored !== undefined) byKey.set(key, first === null ? ['delete', stored, key] : call);
    } else if (verb === 'update' && isListed && versionIn(first) === versionIn(second)) byKey.delete(key);
    else byKey.set(key, call);
  }
  return [...byKey.values()];
}

/** Sorts the deletes and resyncs, because their order is random in Go. Puts these calls first. */
function inOurOrder(calls: readonly Call[]): readonly Call[] {
  const isFree = ([verb, old, object]: Call): boolean =>
    verb === 'delete' || (verb === 'update' && old === object);
  return [...calls.filter(isFree).map(String).sort(), ...calls.filter((call) => !isFree(call))] as Call[];
}
