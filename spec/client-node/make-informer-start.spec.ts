import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler, concat, ignoreElements, NEVER, of, Subject, throwError, timer } from 'rxjs';
import { type KubeObject, type ListPage, StatusError, type WatchEvent } from 'rx-informer';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import { movableClock } from '../support/movable-clock.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';
import { at, noted, world } from './informer-world.ts';

virtualTime();
const setClock = movableClock();
afterEach(() => {
  jest.restoreAllMocks();
});

const noStreamedLists = throwError(() => new StatusError({ code: 422 }));
const page = (resourceVersion: string, ...keys: string[]) =>
  of<ListPage<KubeObject>>({ items: keys.map((key) => at(key)), resourceVersion });

describe('makeInformer, start', () => {
  it('should resolve after the callbacks for the whole first list, for any number of tasks', async () => {
    const { informer, lines } = world('a', 'b', 'c');
    informer.on('add', () => setClock(10)); // 10 ms is longer than a time slice
    let toldAtStart: string[] = [];
    void informer.start().then(() => (toldAtStart = [...lines]));

    await advanceMinute();

    expect(toldAtStart).toEqual(['add a@1', 'add b@2', 'add c@3']);
    await informer.stop();
  });

  it('should resolve after the callbacks for the first list, even if those for a second list have started', async () => {
    const watch$ = new Subject<WatchEvent<KubeObject>>();
    const source = scriptedListerWatcher<KubeObject>({
      list: [page('0', 'a', 'b', 'c'), page('9', 'a', 'b', 'c', 'd')], // version 0 causes a relist
      watch: [noStreamedLists, watch$, NEVER],
    });
    const informer = clientNodeInformer(source);
    const calls: string[] = [];
    informer.on('add', ({ metadata: { name } }) => {
      calls.push(name);
      setClock(10_000); // after a long watch, the relist comes without a delay
      watch$.complete();
    });
    let toldAtStart: string[] = [];
    void informer.start().then(() => (toldAtStart = [...calls]));

    await advanceMinute();

    expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'list', 'watch', 'list', 'watch']);
    expect(toldAtStart).toEqual(['a', 'b', 'c']);
    expect(calls).toEqual(['a', 'b', 'c', 'd']);
    await informer.stop();
  });

  it('should resolve once the first list is cached, for any number of tasks', async () => {
    const { informer, lines } = world(...Array.from({ length: 50 }, (_, i) => `pod-${i}`));
    const clock = asyncScheduler.now();
    let readings = 0;
    jest.spyOn(asyncScheduler, 'now').mockImplementation(() => clock + 6 * readings++); // 6 ms is longer than a time slice
    let atStart: number[] = [];
    void informer.start().then(() => (atStart = [informer.list().length, lines.length]));

    await advanceMinute();

    expect(atStart).toEqual([50, 50]);
    await informer.stop();
  });

  it('should resolve after the callbacks for the list of this start, not for changes from the last run', async () => {
    const lists = new Subject<ListPage<KubeObject>>();
    const source = scriptedListerWatcher<KubeObject>({
      list: [page('5', 'a', 'b'), lists],
      watch: [noStreamedLists, NEVER],
    });
    const informer = clientNodeInformer(source);
    const lines = noted(informer);
    const stop = (): void => {
      void informer.stop();
      informer.off('add', stop);
    };
    informer.on('add', stop);
    await informer.start();
    expect(lines).toHaveLength(1);

    let isStarted = false;
    void informer.start().then(() => (isStarted = true));
    await jest.advanceTimersByTimeAsync(10);
    expect([lines.length, isStarted]).toEqual([2, false]);

    lists.next({ items: [at('a'), at('b')], resourceVersion: '9' });
    lists.complete();
    await advanceMinute();
    expect(isStarted).toBe(true);
    await informer.stop();
  });

  it('should call connect again when a long watch has ended', async () => {
    const newer = kubeObject('b', { metadata: { uid: 'uid-of-b', resourceVersion: '6' } });
    const event: WatchEvent<KubeObject> = { type: 'ADDED', object: newer };
    const source = scriptedListerWatcher<KubeObject>({
      list: [page('5', 'a')],
      watch: [noStreamedLists, concat(of(event), timer(30_000).pipe(ignoreElements())), NEVER],
    });
    const informer = clientNodeInformer(source);
    let connects = 0;
    informer.on('connect', () => connects++);

    await informer.start();
    expect(connects).toBe(1);
    await advanceMinute();

    expect(connects).toBe(2);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'list', 'watch', 'watch']);
    await informer.stop();
  });
});
