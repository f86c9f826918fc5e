import { describe, expect, it } from '@jest/globals';
import { informer } from 'rx-informer';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { timer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

describe('virtualCluster, with a shard selector', () => {
  it.each([true, false])(
    'should send all objects, of which an informer keeps its own (streamed lists: %s)',
    (streamingLists) => {
      marbles().run(({ flush }) => {
        const pods = virtualCluster({ streamingLists }).collection('pods');
        const name = (nth: number): string => `${nth}-pod`;
        for (let nth = 0; nth < 20; nth++) pods.put(kubeObject(name(nth)));
        const source = pods.listerWatcher();
        const halves = [0, 1].map((index) => informer(source, { reflect: { shard: { index, of: 2 } } }));
        const running = halves.map((half) => half.start());
        timer(500).subscribe(() => {
          for (let nth = 10; nth < 30; nth++)
            pods.put(kubeObject(name(nth), { metadata: { labels: { late: 'yes' } } }));
        });
        timer(1_000).subscribe(() => {
          const held = halves.map(({ store }) => store.list().map(({ metadata }) => metadata.name));

          expect(held.flat().toSorted()).toEqual(
            Array.from({ length: 30 }, (_, nth) => name(nth)).toSorted(),
          );
          expect(held.map(({ length }) => length)).not.toContain(0);
          expect(source.requests.every(({ options }) => options.shardSelector !== undefined)).toBe(true);
          for (const one of running) one.unsubscribe();
        });
        flush();
        expect.assertions(3);
      });
    },
  );
});
