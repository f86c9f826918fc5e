import { describe, expect, it } from '@jest/globals';
import { type AddOptions, WorkQueue, type WorkRun } from '../../../src/controller/machine/work-queue.ts';
import { garbageCollector } from '../../support/garbage-collector.ts';
import { fc } from '../../support/properties.ts';

const item = (key: string) => ({ key });
const low: AddOptions = { isLowPriority: true };
const repeat: AddOptions = { isRepeat: true };

/** Takes all ready items and ends their runs. Returns the keys. */
function drained(queue: WorkQueue, now = 0): string {
  let keys = '';
  for (let run = queue.get(now); run !== undefined; run = queue.get(now)) {
    keys += run.item.key;
    queue.done(run, now);
  }
  return keys;
}

function taken(queue: WorkQueue, now = 0): WorkRun {
  const run = queue.get(now);
  if (run === undefined) throw new Error('no item is ready');
  return run;
}

describe('WorkQueue', () => {
  it('should return each item once, in the order of arrival (B206, B208)', () => {
    const queue = new WorkQueue();
    for (const key of 'abac') queue.add(item(key), 0);
    expect(queue.length).toBe(3);
    expect(drained(queue)).toBe('abc');
    expect(queue.get(0)).toBeUndefined();
  });

  it('should not return an item during its run, but once more after it (B205, B207, B209)', () => {
    const queue = new WorkQueue();
    queue.add(item('a'), 0);
    const run = taken(queue);
    queue.add(item('a'), 1);
    queue.add(item('a'), 2);
    expect([queue.length, queue.running, queue.get(2)]).toEqual([0, 1, undefined]);
    queue.done(run, 3);
    expect([queue.length, queue.running]).toEqual([1, 0]);
    expect(drained(queue)).toBe('a');
  });

  it('should keep no item that is done (B215)', async () => {
    const collect = garbageCollector();
    const queue = new WorkQueue();
    const items = Array.from({ length: 10 }, (_, nth) => {
      const one = item(`${nth}`);
      queue.add(one, 0);
      queue.addAfter(one, 0, 5);
      return new WeakRef(one);
    });
    drained(queue);
    queue.advance(5);
    drained(queue, 5);
    await new Promise(setImmediate); // a WeakRef keeps its object until the end of the task
    collect();
    expect(items.filter((one) => one.deref() !== undefined)).toEqual([]);
    expect(queue.length).toBe(0);
  });

  it('should ignore the end of a run that has ended already', () => {
    const queue = new WorkQueue();
    queue.add(item('a'), 0);
    const run = taken(queue);
    queue.done(run, 0);
    queue.done(run, 0);
    expect(queue.running).toBe(0);
  });

  it('should treat the same key of two clusters as two items', () => {
    const queue = new WorkQueue();
    queue.add({ key: 'a', cluster: 'east' }, 0);
    queue.add({ key: 'a', cluster: 'west' }, 0);
    queue.add({ key: 'a' }, 0);
    expect(queue.length).toBe(3);
  });

  it('should make an item ready at the earliest of its times, once (B216, B217, B218)', () => {
    const queue = new WorkQueue();
    queue.addAfter(item('a'), 0, 9);
    queue.addAfter(item('b'), 0, 5);
    queue.addAfter(item('a'), 0, 3);
    queue.addAfter(item('a'), 0, 7);
    expect(queue.nextDueAt).toBe(3);
    queue.advance(2);
    expect(queue.length).toBe(0);
    queue.advance(9);
    expect(drained(queue)).toBe('ab');
    queue.advance(100);
    expect([queue.length, queue.nextDueAt]).toEqual([0, undefined]);
  });

  it.each([0, -5])('should make an item ready immediately for the delay %d (B219)', (delay) => {
    const queue = new WorkQueue();
    queue.addAfter(item('a'), 0, delay, { cause: 'x' });
    expect(taken(queue)).toEqual({ id: 'a', item: { key: 'a' }, causes: ['x'], waited: 0 });
  });

  it('should merge the causes of a run, and name a requeue and a retry', () => {
    const queue = new WorkQueue();
    queue.add(item('a'), 0, { cause: 'watch' });
    queue.add(item('a'), 0, { cause: 'pod' });
    queue.add(item('a'), 0, { cause: 'watch' });
    const run = taken(queue, 7);
    expect(run).toEqual({ id: 'a', item: { key: 'a' }, causes: ['watch', 'pod'], waited: 7 });
    queue.retryAfter(item('a'), 7, 2);
    queue.addAfter(item('a'), 7, 3);
    queue.done(run, 7);
    queue.advance(20);
    expect(taken(queue, 20).causes).toEqual(['requeue', 'retry']);
  });

  it('should keep at most 16 causes', () => {
    const queue = new WorkQueue();
    for (let at = 0; at < 40; at++) queue.add(item('a'), 0, { cause: `cause ${at}` });
    expect(taken(queue).causes).toHaveLength(16);
  });

  describe('retries', () => {
    it('should end the wait for a retry when another request runs the item, and keep its requeue (G22)', () => {
      const queue = new WorkQueue();
      queue.retryAfter(item('a'), 0, 100);
      queue.addAfter(item('a'), 0, 50);
      queue.add(item('a'), 10);
      expect(drained(queue, 10)).toBe('a');
      expect(queue.nextDueAt).toBe(50);
    });

    it('should not end the wait for a retry by a repeat (G21)', () => {
      const queue = new WorkQueue();
      queue.retryAfter(item('a'), 0, 100);
      queue.add(item('a'), 10, repeat);
      queue.addDebounced(item('a'), 10, { wait: 1, maxWait: 1 }, repeat);
      queue.advance(99);
      expect(queue.length).toBe(0);
      queue.advance(100);
      expect(queue.length).toBe(1);
    });

    it('should not immediately run an item again that was only repeated during a failed run (G21)', () => {
      const queue = new WorkQueue();
      for (const key of 'ab') queue.add(item(key), 0);
      const [a, b] = [taken(queue), taken(queue)];
      queue.add(item('a'), 1, repeat);
      queue.add(item('b'), 1, repeat);
      queue.add(item('b'), 1, low);
      queue.retryAfter(item('a'), 2, 100);
      queue.retryAfter(item('b'), 2, 100);
      queue.done(a, 2);
      queue.done(b, 2);
      expect(drained(queue, 2)).toBe('b');
    });

    it('should run an item again that was repeated during a successful run (G20)', () => {
      const queue = new WorkQueue();
      queue.add(item('a'), 0);
      const run = taken(queue);
      queue.add(item('a'), 1, repeat);
      queue.done(run, 2);
      expect(drained(queue, 2)).toBe('a');
    });

    it('should replace the time of a retry', () => {
      const queue = new WorkQueue();
      queue.retryAfter(item('a'), 0, 10);
      queue.retryAfter(item('a'), 0, 20);
      expect(queue.nextDueAt).toBe(20);
    });
  });

  describe('priorities', () => {
    it('should return items of low priority after the others', () => {
      const queue = new WorkQueue();
      queue.add(item('a'), 0, low);
      queue.add(item('b'), 0, low);
      queue.add(item('c'), 1);
      queue.add(item('d'), 2);
      expect(drained(queue, 2)).toBe('cdab');
    });

    it('should raise the priority of an item, and never lower it', () => {
      const queue = new WorkQueue();
      queue.add(item('a'), 0, low);
      queue.add(item('b'), 0, low);
      queue.add(item('b'), 1);
      queue.add(item('c'), 1);
      queue.add(item('c'), 1, low);
      expect(drained(queue, 1)).toBe('bca');
    });

    it.each([
      [9_999, 'ba'],
      [10_000, 'ab'],
    ])('should return an item of low priority before an item that arrives %d ms later: %s', (ms, order) => {
      const queue = new WorkQueue();
      queue.add(item('a'), 0, low);
      queue.add(item('b'), ms);
      expect(drained(queue, ms)).toBe(order);
    });

    it.each<[string, AddOptions[], string]>([
      ['low, when all requests during the run are low', [low, low], 'ba'],
      ['normal, when one request during the run is normal', [low, {}, low], 'ab'],
    ])('should give an item after its run the priority %s', (_what, requests, order) => {
      const queue = new WorkQueue();
      queue.add(item('a'), 0);
      const run = taken(queue);
      for (const request of requests) queue.add(item('a'), 0, request);
      queue.done(run, 0);
      queue.add(item('b'), 0);
      expect(drained(queue)).toBe(order);
    });
  });

  describe('debounce', () => {
    const debounce = { wait: 3, maxWait: 7 };
    it('should move the time at each request, up to the longest wait', () => {
      const queue = new WorkQueue();
      const times = [0, 2, 4, 6].map((now) => {
        queue.addDebounced(item('a'), now, debounce, { cause: `${now}` });
        return queue.nextDueAt;
      });
      expect(times).toEqual([3, 5, 7, 7]);
      queue.advance(7);
      expect(taken(queue, 7).causes).toEqual(['0', '2', '4', '6']);
    });

    it('should keep a low priority, and raise it by a request of normal priority', () => {
      const queue = new WorkQueue();
      queue.addDebounced(item('a'), 0, debounce, low);
      queue.addDebounced(item('b'), 0, debounce, low);
      queue.addDebounced(item('b'), 0, debounce);
      queue.advance(3);
      queue.addDebounced(item('c'), 3, debounce);
      queue.addDebounced(item('c'), 3, debounce, low);
      queue.advance(6);
      expect(drained(queue, 6)).toBe('bca');
      queue.add(item('a'), 7, low);
      queue.add(item('b'), 7);
      queue.addDebounced(item('a'), 7, debounce);
      expect(drained(queue, 7)).toBe('ba');
    });

    it('should not delay an item that is ready, and start a new wait after its run', () => {
      const queue = new WorkQueue();
      queue.addDebounced(item('a'), 0, debounce);
      queue.add(item('a'), 1);
      queue.addDebounced(item('a'), 2, debounce);
      expect(drained(queue, 2)).toBe('a');
      expect(queue.nextDueAt).toBeUndefined();
      queue.addDebounced(item('a'), 20, debounce);
      expect(queue.nextDueAt).toBe(23);
    });
  });

  it('should return its sizes', () => {
    const queue = new WorkQueue();
    queue.add(item('a'), 0);
    queue.add(item('a'), 1);
    queue.add(item('b'), 2, low);
    queue.addAfter(item('c'), 0, 50);
    taken(queue);
    queue.add(item('a'), 3);
    queue.add(item('a'), 3);
    expect(queue.sizes(10)).toEqual({ depth: 1, running: 1, delayed: 1, oldestAge: 8, adds: 3 });
    expect(new WorkQueue().sizes(10)).toEqual({ depth: 0, running: 0, delayed: 0, oldestAge: 0, adds: 0 });
  });

  it('should drop the delayed items at the shutdown, and return the ready and the dirty ones (B213)', () => {
    const queue = new WorkQueue();
    for (const key of 'ab') queue.add(item(key), 0);
    const run = taken(queue);
    queue.add(item('a'), 0);
    queue.addAfter(item('c'), 0, 5);
    queue.shutDown(0);
    queue.add(item('d'), 0);
    queue.addAfter(item('d'), 0, 5);
    queue.retryAfter(item('d'), 0, 5);
    queue.addDebounced(item('d'), 0, { wait: 1, maxWait: 1 });
    queue.done(run, 0);
    expect([queue.isShuttingDown, queue.nextDueAt, drained(queue)]).toEqual([true, undefined, 'ba']);
  });

  it('should be as a naive queue, for any operations', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const operation = fc.oneof(
      fc.record({ op: fc.constant('add' as const), key, isLow: fc.boolean(), isRepeat: fc.boolean() }),
      fc.record({ op: fc.constant('addAfter' as const), key, ms: fc.integer({ min: -1, max: 5_000 }) }),
      fc.record({ op: fc.constant('retryAfter' as const), key, ms: fc.integer({ min: 1, max: 5_000 }) }),
      fc.record({ op: fc.constant('get' as const) }),
      fc.record({ op: fc.constant('done' as const) }),
      fc.record({ op: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
        const [queue, naive] = [new WorkQueue(), new NaiveQueue()];
        const running: WorkRun[] = [];
        let now = 0;
        for (const step of operations) {
          if (step.op === 'add') {
            queue.add(item(step.key), now, { isLowPriority: step.isLow, isRepeat: step.isRepeat });
            naive.add(step.key, now, step.isLow, step.isRepeat);
          } else if (step.op === 'addAfter') {
            const delay = withoutTies(step);
            queue.addAfter(item(step.key), now, delay);
            if (delay <= 0) naive.add(step.key, now, false, false);
            else naive.of(step.key).requeueAt = Math.min(naive.of(step.key).requeueAt, now + delay);
          } else if (step.op === 'retryAfter') {
            queue.retryAfter(item(step.key), now, withoutTies(step));
            naive.of(step.key).retryAt = now + withoutTies(step);
          } else if (step.op === 'get') {
            const run = queue.get(now);
            expect(run?.item.key).toBe(naive.get());
            if (run !== undefined) running.push(run);
          } else if (step.op === 'done') {
            const run = running.shift();
            if (run === undefined) continue;
            queue.done(run, now);
            naive.done(run.item.key, now);
          } else {
            // Moves the clock to each due time, as the timer of `reconcileByKey` does.
            const end = now + 4 * step.ms;
            for (let due = queue.nextDueAt; due !== undefined && due <= end; due = queue.nextDueAt) {
              expect(due).toBe(naive.nextDueAt());
              now = due;
              queue.advance(now);
              naive.advance(now);
            }
            now = end;
          }
          expect([queue.length, queue.running, queue.nextDueAt]).toEqual([
            naive.readyKeys().length,
            running.length,
            naive.nextDueAt(),
          ]);
        }
      }),
    );
  });
});

/**
 * Returns a delay for a key. The delay is different for each key, so that two keys are never due at the same time: the
 * order of such keys is not defined. All other times are multiples of 4.
 */
const withoutTies = ({ key, ms }: { readonly key: string; readonly ms: number }): number =>
  4 * ms + (ms <= 0 ? 0 : 'abcd'.indexOf(key));

interface NaiveItem {
  readonly key: string;
  readySince: number | undefined;
  /** Orders items that became ready at the same time. */
  order: number;
  isLow: boolean;
  isRunning: boolean;
  dirty: 'no' | 'low' | 'normal';
  isOnlyRepeated: boolean;
  requeueAt: number;
  retryAt: number;
}

/** A simple reference queue. It searches all items at each call. */
class NaiveQueue {
  readonly #items = new Map<string, NaiveItem>();
  #order = 0;

  of(key: string): NaiveItem {
    const known = this.#items.get(key) ?? {
      key,
      readySince: undefined,
      order: 0,
      isLow: false,
      isRunning: false,
      dirty: 'no',
      isOnlyRepeated: false,
      requeueAt: Infinity,
      retryAt: Infinity,
    };
    this.#items.set(key, known);
    return known;
  }

  add(key: string, now: number, isLow: boolean, isRepeat: boolean): void {
    const one = this.of(key);
    if (isRepeat && one.retryAt !== Infinity) return;
    if (one.isRunning) one.isOnlyRepeated = isRepeat && (one.isOnlyRepeated || one.dirty === 'no');
    this.#makeReady(one, now, isLow);
  }

  #makeReady(one: NaiveItem, now: number, isLow: boolean): void {
    if (one.isRunning) one.dirty = isLow && one.dirty !== 'normal' ? 'low' : 'normal';
    else if (one.readySince === undefined || (one.isLow && !isLow))
      Object.assign(one, { readySince: now, order: this.#order++, isLow });
  }

  readyKeys(): readonly string[] {
    return [...this.#items.values()]
      .filter(({ readySince }) => readySince !== undefined)
      .sort((a, b) => rank(a) - rank(b) || Number(b.isLow) - Number(a.isLow) || a.order - b.order)
      .map(({ key }) => key);
  }

  get(): string | undefined {
    const [key] = this.readyKeys();
    if (key !== undefined)
      Object.assign(this.of(key), { readySince: undefined, isRunning: true, retryAt: Infinity });
    return key;
  }

  done(key: string, now: number): void {
    const one = this.of(key);
    const { dirty } = one;
    Object.assign(one, { isRunning: false, dirty: 'no' });
    if (dirty === 'no' || (one.isOnlyRepeated && one.retryAt !== Infinity)) return;
    this.#makeReady(one, now, dirty === 'low');
  }

  nextDueAt(): number | undefined {
    const times = [...this.#items.values()].map((one) => Math.min(one.requeueAt, one.retryAt));
    const next = Math.min(Infinity, ...times);
    return next === Infinity ? undefined : next;
  }

  advance(now: number): void {
    for (const one of this.#items.values()) {
      if (Math.min(one.requeueAt, one.retryAt) > now) continue;
      if (one.isRunning) one.isOnlyRepeated = false;
      if (one.requeueAt <= now) one.requeueAt = Infinity;
      if (one.retryAt <= now) one.retryAt = Infinity;
      this.#makeReady(one, now, false);
    }
  }
}

/** An item of low priority counts as if it had become ready 10 s later. */
const rank = ({ readySince = 0, isLow }: NaiveItem): number => readySince + (isLow ? 10_000 : 0);
