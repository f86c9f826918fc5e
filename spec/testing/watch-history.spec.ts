import { describe, expect, it } from '@jest/globals';
import { informer, type KubeObject, type WatchEvent, type WatchOptions } from 'rx-informer';
import { kubeObject, virtualCluster, type VirtualClusterOptions } from 'rx-informer/testing';
import { map, tap, timer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const line = (event: WatchEvent<KubeObject>): string =>
  event.type === 'BOOKMARK'
    ? `BOOKMARK ${event.resourceVersion}`
    : `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`;

/**
 * Returns a watch of a collection that contains one object. The Observable emits each event as text, such as
 * `ADDED a@2`. When the text of an event is equal to `when`, a second object is written.
 */
function writtenOn(when: string, watch: WatchOptions, options?: VirtualClusterOptions) {
  const pods = virtualCluster(options).collection('pods');
  pods.put(kubeObject('a'));
  return pods
    .listerWatcher()
    .watch(watch)
    .pipe(
      map(line),
      tap((received) => {
        if (received === when) pods.put(kubeObject('b'));
      }),
    );
}

describe('virtualCluster, with a write while it sends the initial objects', () => {
  const values = { a: 'ADDED a@2', e: 'BOOKMARK 2', b: 'ADDED b@3' };
  const streamed = { sendInitialEvents: true, allowWatchBookmarks: true };

  it.each(['ADDED a@2', 'BOOKMARK 2'])('should emit the write after the state, made on %s', (when) => {
    marbles().run(({ expectObservable }) => {
      expectObservable(writtenOn(when, streamed), '^--!').toBe('(aeb)', values);
      expectObservable(writtenOn(when, streamed, { lag: 5 }), '^------!').toBe('(ae)-b', values);
    });
  });

  it('should emit the write also without bookmarks', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(writtenOn('ADDED a@2', {}), '^--!').toBe('(ab)', values);
    });
  });

  it('should end the watch if the write is compacted before the initial objects are sent', () => {
    marbles().run(({ expectObservable }) => {
      const cluster = virtualCluster();
      const pods = cluster.collection('pods');
      pods.put(kubeObject('a'));
      const received$ = pods
        .listerWatcher()
        .watch()
        .pipe(
          map(line),
          tap(() => {
            pods.put(kubeObject('b'));
            cluster.compact();
          }),
        );

      expectObservable(received$).toBe(
        '(a#)',
        values,
        expect.objectContaining({ code: 410, inStream: true }),
      );
    });
  });

  it.each([true, false])('should lose no write for an informer (streamed lists: %s)', (streamingLists) => {
    marbles().run(({ flush }) => {
      const pods = virtualCluster({ streamingLists }).collection('pods');
      pods.put(kubeObject('a'));
      const known = informer(pods.listerWatcher(), { reflect: { random: () => 0 } });
      const running = known.changes().subscribe();
      running.add(
        known.store.batches$.subscribe((batch) => {
          if (batch.some(({ type, key }) => type === 'added' && key === 'a')) pods.put(kubeObject('b'));
        }),
      );
      timer(1_000).subscribe(() => {
        expect(known.store.list().map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
        running.unsubscribe();
      });
      flush();
      expect.assertions(1);
    });
  });
});
