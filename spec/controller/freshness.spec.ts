import { describe, expect, it } from '@jest/globals';
import { map, take } from 'rxjs';
import { informer, OptionsError, type Informer } from 'rx-informer';
import { freshness } from 'rx-informer/controller';
import { marbleScheduler, pod, virtualCluster } from 'rx-informer/testing';

/** Emits the first `count` ages that `freshness()` emits, as text. */
const ages = (source: Informer<unknown>, interval: number, count: number) =>
  freshness(source, { interval }).pipe(
    take(count),
    map((age) => String(age)),
  );

describe('freshness', () => {
  it('should emit `Infinity` before the first frame, and not start the informer', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const cluster = virtualCluster();
      const pods = informer(cluster.listerWatcher('pods'));
      expectObservable(ages(pods, 10, 2)).toBe('i 9ms (i|)', { i: 'Infinity' });
      flush();
      expect(cluster.requests).toEqual([]);
    });
  });

  it('should emit the time since the last event or bookmark, and grow after a stop', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ flush }) => {
      const cluster = virtualCluster({ bookmarkInterval: 100 });
      const collection = cluster.collection('pods');
      const pods = informer(cluster.listerWatcher('pods'));
      const seen: string[] = [];
      const running = pods.start();
      freshness(pods, { interval: 30 })
        .pipe(take(12))
        .subscribe((age) => seen.push(`${scheduler.now()}:${age}`));
      // Bookmarks with the same resourceVersion come at 100 ms and 200 ms. The event comes at 145 ms, which is between
      // two samples.
      scheduler.schedule(() => void collection.put(pod('a')), 145);
      scheduler.schedule(() => running.unsubscribe(), 250);
      flush();
      expect(seen).toEqual([
        ...['0:0', '30:30', '60:60', '90:90', '120:20', '150:5', '180:35', '210:10', '240:40'],
        ...['270:70', '300:100', '330:130'],
      ]);
    });
  });

  it('should count the pages of a list, and the events of a stream', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ cold, flush }) => {
      const cluster = virtualCluster({ listLatency: 20, streamingLists: false });
      for (const name of ['a', 'b', 'c']) cluster.collection('pods').put(pod(name));
      const paged = informer(cluster.listerWatcher('pods'), {
        reflect: { pageSize: 1, streamingList: 'never' },
      });
      const streamed = informer(
        cold('---r---|', { r: { type: 'REPLACED', items: [], resourceVersion: '1' } }),
      );
      const running = paged.start();
      streamed.start();
      const seen: string[] = [];
      freshness(paged, { interval: 25 })
        .pipe(take(3))
        .subscribe((age) => seen.push(`paged ${age}`));
      freshness(streamed, { interval: 5 })
        .pipe(take(2))
        .subscribe((age) => seen.push(`streamed ${age}`));
      scheduler.schedule(() => running.unsubscribe(), 90);
      flush();
      expect(seen).toEqual([...['paged Infinity', 'streamed Infinity', 'streamed 2', 'paged 5', 'paged 10']]);
    });
  });

  it('should refuse wrong arguments', () => {
    const pods = informer(virtualCluster().listerWatcher('pods'));
    expect(() => freshness({} as never)).toThrow(OptionsError);
    expect(() => freshness(pods, { interval: 0 })).toThrow(OptionsError);
    expect(() => freshness(pods, { every: 1 } as never)).toThrow(OptionsError);
  });
});
