/** An `informerSet` whose ids change while it handles other ids. */
import { describe, expect, it, jest } from '@jest/globals';
import type { KubeObject, ListerWatcher } from 'rx-informer';
import { informerSet } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { BehaviorSubject, mergeAll, NEVER, Observable } from 'rxjs';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

/** A set over namespaces, each with one object, and the names of the sources that it has made. */
function world(...first: string[]) {
  const cluster = virtualCluster();
  for (const namespace of ['a', 'b', 'c']) cluster.collection('pods').put(kubeObject(`${namespace}/web`));
  const ids$ = new BehaviorSubject<readonly string[]>(first);
  const made: string[] = [];
  const set = informerSet(ids$, (namespace: string) => {
    made.push(namespace);
    return cluster.collection('pods').listerWatcher({ namespace });
  });
  return { ids$, made, set };
}
function advance(ms = 100): void {
  jest.advanceTimersByTime(ms);
}

describe('informerSet', () => {
  it('should sync if a member leaves before its run begins', () => {
    const { ids$, set } = world('a', 'b');
    set.members$.subscribe((members) => {
      if (members.size === 2) ids$.next(['a']);
    });
    set.start();
    advance(60_000);

    expect(set.store.hasSynced).toBe(true);
    expect(set.store.listKeys()).toEqual(['a/web']);
  });

  it('should show the newest ids if a subscriber changes them during a change', () => {
    const { ids$, set } = world('a');
    set.store.batches$.pipe(mergeAll()).subscribe(({ type, key }) => {
      if (type === 'deleted' && key === 'a/web') ids$.next(['c']);
    });
    advance();
    ids$.next(['b']);
    advance();

    expect(set.store.listKeys()).toEqual(['c/web']);
  });

  it('should keep the objects of a member that leaves and joins again during a change', () => {
    const { ids$, set } = world('a', 'b');
    set.start();
    advance();
    ids$.next([]);
    advance(10);
    let isDone = false;
    set.store.batches$.pipe(mergeAll()).subscribe(({ type, key }) => {
      if (isDone || type !== 'added' || key !== 'a/web') return;
      isDone = true;
      ids$.next(['a']);
      ids$.next(['a', 'b']);
    });
    ids$.next(['a', 'b']);
    advance();

    expect(set.store.listKeys().toSorted()).toEqual(['a/web', 'b/web']);
  });

  it('should not start the lists of waiting members when all members leave', () => {
    let lists = 0;
    const source: ListerWatcher<KubeObject> = {
      list: () =>
        new Observable(() => {
          lists++;
        }),
      watch: () => NEVER,
    };
    const ids$ = new BehaviorSubject(Array.from({ length: 50 }, (_, nth) => nth));
    const set = informerSet(ids$, () => source, {
      maxConcurrentLists: 2,
      reflect: { streamingList: 'never' },
    });
    set.start();
    advance();
    ids$.next([]);
    advance();

    expect(lists).toBe(2);
  });

  it('should make no new source if a member leaves twice and joins again within `resetDelay`', () => {
    const { ids$, made, set } = world('a');
    set.start();
    for (const ids of [['a'], [], ['a'], [], ['a']]) {
      ids$.next(ids);
      advance(400);
    }

    expect(made).toEqual(['a']);
  });

  it('should forget a member if the set stops soon after the member has left', () => {
    const { ids$, made, set } = world('a');
    const first = set.start();
    advance();
    ids$.next([]);
    first.unsubscribe();
    advance(10_000);
    ids$.next(['a']);
    set.start();
    advance();

    expect(made).toEqual(['a', 'a']);
  });
});
