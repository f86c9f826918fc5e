import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject } from 'rxjs';
import {
  type Change,
  compact,
  ConnectionError,
  informer,
  keyOf,
  type KubeObject,
  type ListerWatcher,
  type ObjectKey,
} from 'rx-informer';
import { switchSource } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { fc } from '../support/properties.ts';

const namespaces = ['shop', 'warehouse'] as const;
const settled = 120_000;

/** A step of a run: each step happens some ms after the step before it. */
type Step = readonly [wait: number, what: 'switch' | 'put' | 'label' | 'delete' | 'break', which: number];

const step = fc.tuple(
  fc.integer({ min: 0, max: 12 }),
  fc.constantFrom('switch', 'switch', 'put', 'label', 'delete', 'break'),
  fc.nat({ max: 11 }),
) as fc.Arbitrary<Step>;

const settings = fc.record({
  streamingLists: fc.boolean(),
  listLatency: fc.integer({ min: 0, max: 3 }),
  lag: fc.integer({ min: 0, max: 3 }),
  pageSize: fc.integer({ min: 1, max: 3 }),
  isCompact: fc.boolean(),
});

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Applies the changes to a copy, and returns the first change that is not a difference. */
function judge(copy: Map<ObjectKey, KubeObject>, batch: readonly Change<KubeObject>[]): string | undefined {
  const deletedNow = new Map<ObjectKey, string | undefined>();
  for (const { type, key, object } of batch) {
    const old = copy.get(key);
    const name = `${type} ${key}@${object.metadata.resourceVersion}`;
    if (type === 'added') {
      if (old !== undefined) return `${name}, but the object was there`;
      if (deletedNow.get(key) === object.metadata.uid)
        return `${name}, after its own deletion in the same batch`;
      copy.set(key, object);
    } else if (type === 'updated') {
      if (old === undefined) return `${name}, but there was no object`;
      if (isEqual(old, object)) return `${name}, but nothing differs`;
      copy.set(key, object);
    } else {
      if (!copy.delete(key)) return `${name}, but there was no object`;
      deletedNow.set(key, object.metadata.uid);
    }
  }
  return undefined;
}

describe('switchSource, at any step', () => {
  it('should end with the objects of the last source, and emit each difference once', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        settings,
        (steps, { pageSize, isCompact, ...options }) => {
          const copy = new Map<ObjectKey, KubeObject>();
          let wrong: string | undefined;
          let stored: readonly KubeObject[] = [];
          let expected: readonly KubeObject[] = [];
          let phase = '';
          const scheduler = marbles();
          scheduler.run(() => {
            const first = virtualCluster(options);
            const keys = namespaces.flatMap((namespace) =>
              ['a', 'b', 'c'].map((name) => `${namespace}/${name}`),
            );
            for (const key of keys) first.collection('things').put(kubeObject(key));
            // The second cluster is a copy of the first cluster. Its objects have the same uids, and from now on equal
            // versions with other contents.
            const second = virtualCluster(options);
            second.restore(first.snapshot());
            const clusters = [first, second].map((cluster) => cluster.collection('things'));
            for (const [at, things] of clusters.entries())
              for (const key of keys.slice(1, 4))
                things.put(kubeObject(key, { metadata: { annotations: { at: `${at}` } } }));
            const selections = [
              {},
              { namespace: 'shop' },
              { namespace: 'warehouse' },
              { labelSelector: 'tier=web' },
              { labelSelector: '!tier' },
            ];
            const sources = clusters.flatMap((things) =>
              selections.map((scope) => things.listerWatcher(scope)),
            );
            const listed = clusters.flatMap((things) =>
              selections.map(
                ({ namespace, labelSelector }) =>
                  () =>
                    things.objects().filter(({ metadata }) => {
                      if (namespace !== undefined) return metadata.namespace === namespace;
                      if (labelSelector === undefined) return true;
                      const tier = metadata.labels?.['tier'];
                      return labelSelector === '!tier' ? tier === undefined : tier === 'web';
                    }),
              ),
            );
            const sources$ = new BehaviorSubject<ListerWatcher<KubeObject>>(
              sources[0] as ListerWatcher<KubeObject>,
            );
            const live = informer(switchSource(sources$), {
              resetDelay: 0,
              reflect: { pageSize, random: () => 0 },
              ...(isCompact && { storage: compact() }),
            });
            const running = live.status$.subscribe((status) => (phase = status.phase));
            running.add(live.store.batches$.subscribe((batch) => (wrong ??= judge(copy, batch))));

            let time = 0;
            let last = 0;
            for (const [wait, what, which] of steps) {
              time += wait;
              scheduler.schedule(() => {
                const things = (which < keys.length ? first : second).collection('things');
                const key = keys[which % keys.length] ?? '';
                const now = things.objects().find((object) => keyOf(object) === key);
                const next = sources[which % sources.length];
                if (what === 'switch' && next !== undefined) {
                  last = which % sources.length;
                  sources$.next(next);
                } else if (what === 'break')
                  [first, second][which % 2]?.endWatches(new ConnectionError('cut'));
                else if (what === 'delete') {
                  if (now) things.remove(key);
                } else {
                  const labels =
                    what === 'label' ? { tier: which % 3 === 0 ? 'web' : 'db' } : now?.metadata.labels;
                  things.put(
                    kubeObject(key, {
                      metadata: { ...(labels && { labels }), annotations: { at: `${time} ${which}` } },
                    }),
                  );
                }
              }, time);
            }
            scheduler.schedule(() => {
              stored = live.store.list();
              expected = listed[last]?.() ?? [];
              running.unsubscribe();
            }, time + settled);
          });

          expect(wrong).toBeUndefined();
          expect(phase).toBe('watching');
          const byKey = (objects: Iterable<KubeObject>) =>
            new Map([...objects].map((object) => [keyOf(object), object]).sort() as [string, KubeObject][]);
          expect(byKey(stored)).toEqual(byKey(expected));
          expect(byKey(copy.values())).toEqual(byKey(expected));
        },
      ),
      { numRuns: 150 },
    );
  });
});
