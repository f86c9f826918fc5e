import { describe, expect, it } from '@jest/globals';
import { compact, informer, type InformerOptions, type KubeObject } from 'rx-informer';
import { kubeObject, seededRandom, virtualCluster, type VirtualCluster } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';
import { marbles } from '../support/marbles.ts';

const kinds: Readonly<Record<string, InformerOptions<KubeObject>>> = {
  'streamed lists': {},
  'lists in pages': { reflect: { streamingList: 'never', pageSize: 2 } },
  'compact()': { storage: compact() },
  'a shard': { reflect: { shard: { index: 0, of: 1 } } },
  'a transform': { reflect: { transform: (object) => ({ ...object, seen: true }) } },
};
const named = (name: string, value: string): KubeObject =>
  kubeObject(`shop/${name}`, { metadata: { annotations: { value } } });
const contentOf = (objects: readonly KubeObject[]): readonly string[] =>
  objects
    .map(
      ({ metadata: { name, resourceVersion, annotations } }) =>
        `${name}@${resourceVersion} ${annotations?.['value']}`,
    )
    .sort();

/**
 * Runs an informer with a virtual cluster. At the end, the store must have the objects of the cluster. A subscriber
 * that applies all changes must have the same objects.
 */
function converges(
  options: InformerOptions<KubeObject>,
  act: (cluster: VirtualCluster, at: (ms: number, work: () => void) => void) => void,
): readonly string[] {
  const messages: string[] = [];
  const scheduler = marbles();
  scheduler.run(() => {
    const cluster = virtualCluster();
    const things = cluster.collection('things');
    const received = new Map<string, KubeObject>();
    const live = informer(things.listerWatcher(), options);
    const running = live.changes().subscribe((change) => {
      if (change.type === 'deleted') received.delete(change.key);
      else received.set(change.key, change.object);
    });
    running.add(
      live.status$.subscribe((status) => {
        if (status.phase === 'waiting') messages.push(status.error.message);
      }),
    );
    act(cluster, (ms, work) => scheduler.schedule(work, ms));
    scheduler.schedule(() => {
      const expected = contentOf(things.objects());
      running.unsubscribe();
      expect(contentOf(live.store.list())).toEqual(expected);
      expect(contentOf([...received.values()])).toEqual(expected);
    }, 3_600_000);
  });
  return messages;
}

describe('an informer over a restored cluster', () => {
  describe.each(Object.entries(kinds))('with %s', (_, options) => {
    it('should emit the deleted and the new objects, and report the reset', () => {
      const messages = converges(options, (cluster, at) => {
        const things = cluster.collection('things');
        for (const name of ['a', 'b']) things.put(named(name, '1'));
        const backup = cluster.snapshot();
        for (const name of ['b', 'c', 'd', 'e']) things.put(named(name, '2'));
        at(10_000, () => cluster.restore(backup));
        at(20_000, () => things.put(named('f', '3')));
      });

      expect(messages).toContainEqual(expect.stringContaining('the server was restored or replaced'));
    });

    it('should not treat an equal version as equal content', () => {
      converges(options, (cluster, at) => {
        const things = cluster.collection('things');
        things.put(named('a', '1'));
        const backup = cluster.snapshot();
        things.put(named('a', '2'));
        things.put(named('b', '2'));
        at(10_000, () => {
          cluster.restore(backup);
          things.put(named('a', 'another'));
        });
      });
    });

    it('should detect a cluster that is restored without objects', () => {
      converges(options, (cluster, at) => {
        const things = cluster.collection('things');
        for (const name of ['a', 'b', 'c']) things.put(named(name, '1'));
        at(10_000, () => cluster.restore());
      });
    });
  });

  it('should converge after any earlier writes and restores', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...Object.values(kinds)), (seed, options) => {
        const random = seededRandom(seed);
        converges(options, (cluster, at) => {
          const things = cluster.collection('things');
          let backup = cluster.snapshot();
          let quietUntil = 0;
          for (let ms = 1; ms < 600_000; ms += 1 + Math.floor(random() * 20_000)) {
            at(ms, () => {
              const name = 'abcdef'.charAt(Math.floor(random() * 6));
              const isThere = things.objects().some(({ metadata }) => metadata.name === name);
              const what = random();
              // After a restore, no writes follow for a minute. With more writes, the cluster would reach its old
              // version, and an informer could not notice the restore.
              if (ms < quietUntil) return;
              if (what < 0.1) backup = cluster.snapshot();
              else if (what < 0.2) {
                cluster.restore(backup);
                quietUntil = ms + 60_000;
              } else if (what < 0.4 && isThere) things.remove(`shop/${name}`);
              else things.put(named(name, String(what)));
            });
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});
