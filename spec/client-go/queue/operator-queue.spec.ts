import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ignoreElements, merge, type Observable, Subject, type Subscription, tap } from 'rxjs';
import { type Deltas, deltaFifo, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { type AnyDeltas, type KeyDelta, type KeyDeltas, processLoop } from 'rx-informer/client-go';
import { type OperatorQueue, operatorQueue } from '../../../src/client-go/queue/operator-queue.ts';
import { event, replace, thing } from '../../support/things.ts';
import { until } from '../../support/until.ts';

const bookmark: Deltas<KubeObject> = [{ type: 'Bookmark', resourceVersion: '5' }];
const keyDeltas = (isInInitialList: boolean, hasSynced?: boolean): KeyDeltas<KubeObject> => {
  const deltas: KeyDelta<KubeObject>[] = [{ type: 'Added', key: 'a', object: thing('a@1') }];
  return Object.assign(deltas, { isInInitialList, ...(hasSynced === undefined ? {} : { hasSynced }) });
};
const list: ReflectorEvent<KubeObject> = { type: 'REPLACED', items: [], resourceVersion: '9' };

describe('operatorQueue', () => {
  let events: Subject<ReflectorEvent<KubeObject>>;
  /** The deltas that the queue operator under test emits. */
  let output: Subject<AnyDeltas<KubeObject>>;
  let pops: number;
  let queue: OperatorQueue<KubeObject, AnyDeltas<KubeObject>>;
  let filling: Subscription;

  const start = (hadSynced?: boolean): void => {
    queue = operatorQueue<KubeObject, AnyDeltas<KubeObject>>(
      (pop$) => (events$) =>
        merge(merge(pop$.pipe(tap(() => void (pops += 1))), events$).pipe(ignoreElements()), output),
      hadSynced,
    );
    filling = queue.fill(events).subscribe();
  };
  const popped: AnyDeltas<KubeObject>[] = [];
  /** Pops one entry of the queue. */
  const pop = (result?: Observable<never>, seen?: boolean[]): Subscription =>
    queue
      .pop((_deltas, isInInitialList) => {
        seen?.push(isInInitialList);
        return result;
      })
      .subscribe((deltas) => popped.push(deltas));

  beforeEach(() => {
    [events, output, pops] = [new Subject(), new Subject(), 0];
    popped.length = 0;
    start();
  });
  afterEach(() => filling.unsubscribe());

  it('should have synced when the first list has been processed, not when it was popped (B101)', () => {
    const seen: boolean[] = [];
    const processing = new Subject<never>();
    events.next(list);
    output.next(replace('9', 'a@1'));
    pop(processing, seen);
    expect(queue.hasSynced()).toBe(false);
    processing.complete();
    expect(queue.hasSynced()).toBe(true);
    output.next(replace('10', 'a@1'));
    pop(undefined, seen);

    expect(seen).toEqual([true, false]);
  });

  it('should not have synced with a bookmark', () => {
    output.next(bookmark);
    pop();

    expect([popped, queue.hasSynced()]).toEqual([[bookmark], false]);
  });

  it('should have synced when the deltas of a queue by key have hasSynced (B84, B90)', () => {
    output.next(keyDeltas(true, false));
    pop();
    expect(queue.hasSynced()).toBe(false);
    output.next(keyDeltas(true, true));
    pop();
    expect(queue.hasSynced()).toBe(true);
  });

  it('should have synced with an empty list, although it has nothing to pop (B84)', () => {
    expect(queue.hasSynced()).toBe(false);
    events.next(list);

    expect(queue.hasSynced()).toBe(true);
  });

  it('should not have synced with a list that was being processed when the run stopped (B84, B101)', () => {
    events.next(list);
    output.next(replace('9', 'a@1'));
    pop(new Subject<never>()).unsubscribe();
    filling.unsubscribe();
    start();
    expect(queue.hasSynced()).toBe(false);
    events.next(list);

    expect(queue.hasSynced()).toBe(true);
  });

  it('should drop a retry when newer deltas of its key come', () => {
    const retry = event('Added', 'a@1');
    queue.addIfNotPresent(retry);
    output.next(event('Updated', 'b@2'));
    output.next(event('Updated', 'a@3'));
    queue.addIfNotPresent(retry);
    [1, 2, 3].forEach(() => pop());
    expect(popped).toEqual([event('Updated', 'b@2'), event('Updated', 'a@3')]);
    queue.addIfNotPresent(retry);

    expect(popped).toEqual([event('Updated', 'b@2'), event('Updated', 'a@3'), retry]);
  });

  it('should stay synced in a run after one that has synced', () => {
    filling.unsubscribe();
    start(true);

    expect(queue.hasSynced()).toBe(true);
  });

  it('should have synced with the first deltas after the list if a queue by key has no `hasSynced`', () => {
    output.next(keyDeltas(true));
    pop();
    expect(queue.hasSynced()).toBe(false);
    output.next(keyDeltas(false));
    pop();
    expect(queue.hasSynced()).toBe(true);
  });

  it('should have synced with deltas that include a bookmark', () => {
    output.next([...bookmark, ...event('Added', 'a@1')]);
    pop();

    expect(queue.hasSynced()).toBe(true);
  });

  it('should keep one retry of a key, and return the keys with a retry', () => {
    queue.addIfNotPresent(event('Added', 'a@1'));
    queue.addIfNotPresent(event('Added', 'a@2'));
    [1, 2].forEach(() => pop());

    expect(popped).toEqual([event('Added', 'a@1')]);
    expect(queue.keyOf(event('Added', 'a@1'))).toBe('a');
    expect(() => queue.keyOf(bookmark)).toThrow(TypeError);
  });

  it('should pop the operator in advance: once at the start, then after new deltas, not after a retry', () => {
    expect(pops).toBe(1);
    output.next(event('Added', 'a@1'));
    expect(pops).toBe(1);
    pop();
    expect(pops).toBe(2);
    queue.addIfNotPresent(event('Added', 'a@1'));
    pop();

    expect([popped.length, pops]).toEqual([2, 2]);
  });

  it('should emit the error of the operator', () => {
    const errors: unknown[] = [];
    filling.unsubscribe();
    filling = queue.fill(events).subscribe({ error: (error: unknown) => errors.push(error) });
    const boom = new Error('boom');
    output.error(boom);

    expect(errors).toEqual([boom]);
  });

  it('should not overflow the stack over a long backlog', async () => {
    const gathered = operatorQueue<KubeObject, Deltas<KubeObject>>((pop$) => deltaFifo({ pop: pop$ }));
    const first = new Subject<never>();
    let count = 0;
    const loop$ = processLoop(gathered, () => (++count === 1 ? first : undefined));
    const running = merge(loop$, gathered.fill(events)).subscribe();
    for (let at = 0; at < 20_000; at += 1) events.next({ type: 'ADDED', object: thing(`a${at}@1`) });
    first.complete();
    await until(() => count === 20_000);

    expect(count).toBe(20_000);
    running.unsubscribe();
  });
});
