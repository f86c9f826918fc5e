import { describe, expect, it } from '@jest/globals';
import type { KubeObject, ListOptions, ListPage, WatchEvent } from 'rx-informer';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { map, type Observable, timer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const pageLine = ({ items, resourceVersion }: ListPage<KubeObject>): string =>
  `${items.map(({ metadata }) => metadata.name).join('')}@${resourceVersion}`;
const eventLine = (event: WatchEvent<KubeObject>): string =>
  event.type === 'BOOKMARK' ? `end ${event.resourceVersion}` : event.object.metadata.name;

/**
 * Creates a cluster. At 5 ms, a write to another collection makes version 2. At 10 ms, a write to the collection of
 * pods makes version 3.
 */
function pods() {
  const cluster = virtualCluster();
  const collection = cluster.collection('pods');
  timer(5).subscribe(() => cluster.collection('nodes').put(kubeObject('n')));
  timer(10).subscribe(() => collection.put(kubeObject('a')));
  const source = collection.listerWatcher();
  const listed = (options: ListOptions): Observable<string> => source.list(options).pipe(map(pageLine));
  const streamed = (resourceVersion: string): Observable<string> =>
    source
      .watch({ resourceVersion, sendInitialEvents: true, allowWatchBookmarks: true })
      .pipe(map(eventLine));
  return { cluster, listed, streamed };
}

describe('virtualCluster, with a request for a later version (P11, P45)', () => {
  it('should answer when it reaches the version', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { cluster, listed, streamed } = pods();
      const late = { resourceVersion: '3' };

      expectObservable(listed({ resourceVersion: '2' })).toBe('5ms (p|)', { p: '@2' });
      expectObservable(listed(late)).toBe('10ms (p|)', { p: 'a@3' });
      expectObservable(listed({ ...late, resourceVersionMatch: 'Exact', limit: 1 })).toBe('10ms (p|)', {
        p: 'a@3',
      });
      expectObservable(streamed('2'), '^ 8ms !').toBe('5ms e', { e: 'end 2' });
      expectObservable(streamed('3'), '^ 5s !').toBe('10ms (ae)', { a: 'a', e: 'end 3' });
      flush();
      expect(cluster.openRequests).toEqual([]);
    });
  });

  it('should refuse after 3 s, naming its version at that time', () => {
    marbles().run(({ expectObservable }) => {
      const { listed, streamed } = pods();
      const refused = {
        code: 504,
        isResourceVersionTooLarge: true,
        retryAfterSeconds: 1,
        message: 'Timeout: Too large resource version: 4, current: 3',
      };

      expectObservable(listed({ resourceVersion: '4' })).toBe(
        '3s #',
        {},
        expect.objectContaining({ ...refused, inStream: false }),
      );
      expectObservable(streamed('4')).toBe(
        '3s #',
        {},
        expect.objectContaining({ ...refused, inStream: true }),
      );
    });
  });

  it('should leave no timer after an unsubscribe', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { cluster, listed } = pods();

      expectObservable(listed({ resourceVersion: '9' }), '^-!').toBe('-');
      flush();
      expect(cluster.openRequests).toEqual([]);
    });
  });
});
