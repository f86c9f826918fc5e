import { describe, expect, it } from '@jest/globals';
import { ConnectionError, type KubeObject, OptionsError, type WatchEvent } from 'rx-informer';
import { kubeObject, virtualCluster, type VirtualClusterOptions } from 'rx-informer/testing';
import { map, type Observable, timer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const labelled = (app: string): KubeObject => kubeObject('shop/a', { metadata: { labels: { app } } });

const textsOf = (event$: Observable<WatchEvent<KubeObject>>): Observable<string> =>
  event$.pipe(
    map((event) =>
      event.type === 'BOOKMARK'
        ? `BOOKMARK ${event.resourceVersion}${event.initialEventsEnd === true ? ' end' : ''}`
        : `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`,
    ),
  );

function pods(options?: VirtualClusterOptions) {
  const cluster = virtualCluster(options);
  const collection = cluster.collection('pods');
  return { cluster, collection, at: (ms: number, act: () => unknown) => timer(ms).subscribe(act) };
}

describe('virtualCluster, watches', () => {
  it('should emit the events after a version, then each write when it happens (P34)', () => {
    marbles().run(({ expectObservable }) => {
      const { collection, at } = pods();
      collection.put(kubeObject('a'));
      collection.put(kubeObject('b'));
      at(3, () => collection.put(labelled('web')));
      at(5, () => collection.remove('b'));

      expectObservable(textsOf(collection.listerWatcher().watch({ resourceVersion: '2' })), '^-------!').toBe(
        'b--w-d',
        {
          b: 'ADDED b@3',
          w: 'ADDED a@4',
          d: 'DELETED b@5',
        },
      );
    });
  });

  it('should begin with the current objects if no version is given (P32, P33, P47)', () => {
    marbles().run(({ expectObservable }) => {
      const { collection } = pods();
      collection.put(kubeObject('b'));
      collection.put(kubeObject('a'));
      const source = collection.listerWatcher();
      const values = { a: 'ADDED a@3', b: 'ADDED b@2', e: 'BOOKMARK 3 end' };

      expectObservable(textsOf(source.watch()), '^-!').toBe('(ab)', values);
      expectObservable(textsOf(source.watch({ resourceVersion: '0' })), '^-!').toBe('(ab)', values);
      expectObservable(textsOf(source.watch({ allowWatchBookmarks: true })), '^-!').toBe('(abe)', values);
      expectObservable(textsOf(source.watch({ sendInitialEvents: false })), '^-!').toBe('-');
    });
  });

  it('should stream a list that ends with a bookmark, if bookmarks are allowed (P41, P42, P44, P48)', () => {
    marbles().run(({ expectObservable }) => {
      const { cluster, collection, at } = pods();
      collection.put(kubeObject('a'));
      cluster.compact();
      at(5, () => collection.put(kubeObject('b')));
      const source = collection.listerWatcher();
      const streamed = { sendInitialEvents: true, resourceVersion: '2' };
      const values = { a: 'ADDED a@2', b: 'ADDED b@3', e: 'BOOKMARK 2 end' };

      expectObservable(textsOf(source.watch({ ...streamed, allowWatchBookmarks: true })), '^---!').toBe(
        '(ae)',
        values,
      );
      expectObservable(textsOf(source.watch(streamed)), '^------!').toBe('a----b', values);
    });
  });

  it('should refuse streamed lists if configured', () => {
    marbles().run(({ expectObservable }) => {
      const { collection } = pods({ streamingLists: false });
      const streamed = { sendInitialEvents: true, allowWatchBookmarks: true };

      expectObservable(collection.listerWatcher().watch(streamed)).toBe(
        '#',
        {},
        expect.objectContaining({ code: 422 }),
      );
    });
  });

  it('should emit writes late while it lags, including earlier writes, in order', () => {
    marbles().run(({ expectObservable }) => {
      const { collection, at } = pods({ lag: 5 });
      collection.put(kubeObject('a'));
      at(1, () => collection.put(kubeObject('b')));
      at(3, () => collection.remove('a'));
      const source = collection.listerWatcher();
      const values = { a: 'ADDED a@2', b: 'ADDED b@3', d: 'DELETED a@4' };

      expectObservable(
        textsOf(source.watch({ resourceVersion: '0', sendInitialEvents: true })),
        '--^------!',
      ).toBe('--(ab)--d', {
        ...values,
      });
      expectObservable(textsOf(source.watch({ resourceVersion: '2' })), '--^------!').toBe(
        '------b-d',
        values,
      );
    });
  });

  it('should emit 410 in the stream for a compacted version, or refuse the request (P36)', () => {
    marbles().run(({ expectObservable }) => {
      for (const expired of ['inStream', 'refused'] as const) {
        const { cluster, collection } = pods({ expired });
        collection.put(kubeObject('a'));
        collection.put(kubeObject('b'));
        cluster.compact();
        const source = collection.listerWatcher();

        expectObservable(source.watch({ resourceVersion: '2' })).toBe(
          '#',
          {},
          expect.objectContaining({
            code: 410,
            message: 'too old resource version: 2 (3)',
            inStream: expired === 'inStream',
          }),
        );
        expectObservable(source.watch({ resourceVersion: '3' }), '^-!').toBe('-');
      }
    });
  });

  it('should end a watch that lags behind the compaction, and no other watch', () => {
    marbles().run(({ expectObservable }) => {
      const [late, prompt] = [pods({ lag: 4 }), pods()];
      for (const { cluster, collection, at } of [late, prompt]) {
        at(1, () => collection.put(kubeObject('a')));
        at(2, () => cluster.compact());
      }
      const options = { resourceVersion: '2' };
      const gone = expect.objectContaining({ code: 410, inStream: true });

      expectObservable(late.collection.listerWatcher().watch({ sendInitialEvents: false })).toBe(
        '-----#',
        {},
        gone,
      );
      expectObservable(textsOf(prompt.collection.listerWatcher().watch(options)), '^-----!').toBe('-');
      expectObservable(textsOf(prompt.collection.listerWatcher().watch()), '^-----!').toBe('-a', {
        a: 'ADDED a@2',
      });
    });
  });

  it('should send bookmarks of the emitted version, and one before the timeout (P49)', () => {
    marbles().run(({ expectObservable }) => {
      const { cluster, collection, at } = pods({ bookmarkInterval: 1_500, lag: 1_000 });
      collection.put(kubeObject('a'));
      at(1_000, () => cluster.collection('nodes').put(kubeObject('n')));
      at(2_500, () => collection.put(kubeObject('b')));
      const watch$ = collection
        .listerWatcher()
        .watch({ resourceVersion: '2', allowWatchBookmarks: true, timeoutSeconds: 4 });

      expectObservable(textsOf(watch$)).toBe('1500ms x 499ms x 999ms x 499ms b 499ms |', {
        x: 'BOOKMARK 3',
        b: 'ADDED b@4',
      });
    });
  });

  it('should select by namespace, labels and fields, and emit objects that leave the selection as DELETED', () => {
    marbles().run(({ expectObservable }) => {
      const { collection, at } = pods();
      at(1, () => collection.put(labelled('web')));
      at(2, () => collection.put(labelled('db')));
      at(3, () => collection.put(labelled('web')));
      at(4, () => collection.put(labelled('web')));
      at(5, () => collection.remove('shop/a'));
      const watched = (scope: object) =>
        textsOf(collection.listerWatcher(scope).watch({ sendInitialEvents: false }));
      const values = {
        a: 'ADDED a@2',
        l: 'DELETED a@3',
        b: 'ADDED a@4',
        m: 'MODIFIED a@5',
        d: 'DELETED a@6',
      };

      expectObservable(watched({ labelSelector: 'app=web' }), '^------!').toBe('-albmd', values);
      expectObservable(watched({ fieldSelector: 'metadata.labels.app=web' }), '^------!').toBe(
        '-albmd',
        values,
      );
      expectObservable(watched({ namespace: 'other' }), '^------!').toBe('-');
      expectObservable(watched({ namespace: 'shop', labelSelector: 'app=db' }), '^------!').toBe('--ab', {
        a: 'ADDED a@3',
        b: 'DELETED a@4',
      });
    });
  });

  it('should end when the server ends its watches, with or without an error', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { cluster, collection, at } = pods();
      const broken = new ConnectionError('reset');
      at(2, () => cluster.endWatches());
      at(4, () => cluster.endWatches(broken));
      const watch$ = collection.listerWatcher().watch();

      expectObservable(watch$).toBe('--|');
      expectObservable(watch$, '---^').toBe('----#', {}, broken);
      expectObservable(watch$, '-----^--!').toBe('-');
      flush();

      expect(cluster.openRequests).toEqual([]);
      expect(cluster.requests).toHaveLength(3);
    });
  });

  it('should wait for a later version, and report it for a streamed list (P37, P45)', () => {
    marbles().run(({ expectObservable }) => {
      const { collection, at } = pods();
      at(1, () => collection.put(kubeObject('a')));
      at(2, () => collection.put(kubeObject('b')));
      const source = collection.listerWatcher();

      expectObservable(textsOf(source.watch({ resourceVersion: '2' })), '^---!').toBe('--b', {
        b: 'ADDED b@3',
      });
      expectObservable(source.watch({ resourceVersion: '9', sendInitialEvents: true })).toBe(
        '3s #',
        {},
        expect.objectContaining({ code: 504, isResourceVersionTooLarge: true, inStream: true }),
      );
    });
  });

  it('should emit the same order to every watch when one of them writes (G16)', () => {
    const { collection } = pods();
    const received: string[] = [];
    const source = collection.listerWatcher();
    source.watch().subscribe(({ type }) => {
      if (type === 'ADDED') collection.put(kubeObject('a', { metadata: { labels: { seen: 'yes' } } }));
    });
    textsOf(source.watch()).subscribe((event) => received.push(event));
    collection.put(kubeObject('a'));

    expect(received).toEqual(['ADDED a@2', 'MODIFIED a@3']);
  });

  it('should refuse invalid options of a watch', () => {
    const source = pods().collection.listerWatcher();
    const errors: unknown[] = [];
    source.watch({ timeout: 3 } as never).subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toEqual([expect.any(OptionsError)]);
    expect(() => virtualCluster().listerWatcher('pods', { labelSelector: 'a in' })).toThrow(OptionsError);
    expect(() => virtualCluster().listerWatcher('pods', { name: 'a' } as never)).toThrow(OptionsError);
  });
});
