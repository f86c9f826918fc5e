/** An `informerSet` whose ids change while it handles other ids. */
import { describe, expect, it, jest } from '@jest/globals';
import type { Informer, KubeObject, ListerWatcher } from 'rx-informer';
import { informerSet } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { BehaviorSubject, mergeAll, NEVER, Observable, take } from 'rxjs';
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
  return { cluster, ids$, made, set };
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

  it('should remove an object whose delete the set has not received when its member leaves', () => {
    const { cluster, ids$, set } = world('a');
    set.start();
    advance();
    let member: Informer<KubeObject, never> | undefined;
    set.members$.pipe(take(1)).subscribe((members) => (member = members.get('a')));
    // This subscriber of the member receives the delete before the set does.
    member?.store.batches$.pipe(mergeAll()).subscribe(({ type }) => {
      if (type === 'deleted') ids$.next([]);
    });
    ids$.next([]);
    advance(10);
    ids$.next(['a']);
    advance(10);
    cluster.collection('pods').delete('a/web').subscribe();
    advance();

    expect(set.store.listKeys()).toEqual([]);
  });

  it('should stop its members when it stops, and a member `resetDelay` after the member has left', () => {
    const { cluster, ids$, set } = world('a', 'b');
    const open = (): number => cluster.openRequests.length;
    const running = set.start();
    advance();
    ids$.next(['a']);
    advance(900);
    expect(open()).toBe(2);
    advance(200);
    expect(open()).toBe(1);
    running.unsubscribe();
    expect(open()).toBe(0);
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
