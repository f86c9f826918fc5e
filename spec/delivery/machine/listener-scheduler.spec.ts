import { describe, expect, it } from '@jest/globals';
import { ListenerScheduler } from '../../../src/delivery/machine/listener-scheduler.ts';
import { SliceClock } from '../../../src/scheduling/machine/slice-clock.ts';

/**
 * Creates a scheduler, and records each run that the scheduler requests. `work` creates a function that handles items.
 * By default, each item takes 1 ms.
 */
function create() {
  const requests: string[] = [];
  const done: string[] = [];
  let now = 0;
  const scheduler = new ListenerScheduler(
    new SliceClock(() => now),
    (isSliceOver) => {
      requests.push(isSliceOver ? 'event loop' : 'task');
      return { unsubscribe: () => requests.push('cancelled') };
    },
    () => now,
  );
  const work = (name: string, items: number, ms = 1, clock = scheduler.clock()) => {
    return (): void => {
      for (let item = 1; item <= items; item++) {
        done.push(name);
        now += ms;
        if (!clock.step()) continue;
        if (item < items) scheduler.schedule(work(name, items - item, ms, clock));
        return;
      }
    };
  };
  return { scheduler, requests, done, work };
}

describe('ListenerScheduler', () => {
  it('should run scheduled calls in order, and calls that they schedule after them', () => {
    const { scheduler, requests, done } = create();

    scheduler.schedule(() => {
      done.push('a');
      scheduler.schedule(() => done.push('a again'));
    });
    scheduler.schedule(() => done.push('b'));
    expect(done).toEqual([]);
    scheduler.run();

    expect(done).toEqual(['a', 'b', 'a again']);
    expect(requests).toEqual(['task']);
  });

  it('should request one run at a time', () => {
    const { scheduler, requests } = create();

    scheduler.wake();
    scheduler.wake();
    scheduler.run();
    scheduler.wake();

    expect(requests).toEqual(['task', 'task']);
  });

  it('should request another run when wake is called within a run', () => {
    const { scheduler, requests } = create();

    scheduler.schedule(() => {
      scheduler.wake();
    });
    scheduler.run();

    expect(requests).toEqual(['task', 'task']);
  });

  it('should share one slice among all listeners, then yield to the event loop (PF9)', () => {
    const { scheduler, requests, done, work } = create();

    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) scheduler.schedule(work(name, 1));
    scheduler.run();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(requests).toEqual(['task', 'event loop']);
    scheduler.schedule(work('h', 1));
    scheduler.run();

    expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(requests).toEqual(['task', 'event loop']);
  });

  it('should run waiting listeners before a listener with more work', () => {
    const { scheduler, done, work } = create();

    scheduler.schedule(work('a', 12));
    scheduler.schedule(work('b', 2));
    scheduler.run();
    scheduler.run();
    scheduler.run();

    expect(done.join('')).toBe('aaaaabbaaaaaaa');
  });

  it('should start no slice before the event loop has turned', () => {
    const { scheduler, requests, done, work } = create();

    scheduler.schedule(work('a', 5));
    scheduler.run();
    scheduler.schedule(work('b', 1));
    scheduler.run();
    expect(done.join('')).toBe('aaaaa');
    expect(requests).toEqual(['task', 'task', 'event loop']);
    scheduler.run();

    expect(done.join('')).toBe('aaaaab');
  });

  it('should measure a slow listener though the other ones are quick (PF9)', () => {
    const { scheduler, done, work } = create();
    const [quick, slow] = [work('q', 40, 0), work('s', 40, 20)];

    for (let turn = 1; turn <= 3; turn++) {
      scheduler.schedule(quick);
      scheduler.run();
    }
    expect(done).toHaveLength(120);
    scheduler.schedule(quick);
    scheduler.schedule(slow);
    scheduler.run();

    expect(done.filter((name) => name === 's')).toHaveLength(1);
  });

  it('should end a slice soon after a quick listener becomes slow (PF9)', () => {
    const { scheduler, done, work } = create();
    const clock = scheduler.clock();
    const goesOn = (items: number, ms: number): void => {
      scheduler.schedule(() => {
        clock.shortenStride();
        work('x', items, ms, clock)();
      });
      scheduler.run();
    };
    goesOn(1_000, 0);
    const before = done.length;

    goesOn(40, 20);

    expect(done.length - before).toBeLessThanOrEqual(4);
  });

  it('should read the clock even if each of many listeners does little (PF9)', () => {
    const { scheduler, done, work } = create();
    const many = Array.from({ length: 1_000 }, () => work('m', 1, 0.5));

    for (const one of many) scheduler.schedule(one);
    scheduler.run();

    expect(done.length).toBeLessThan(50);
  });

  it('should cancel the pending run when the last member leaves, and start again for a later one (G15)', () => {
    const { scheduler, requests, done } = create();
    const [leaveFirst, leaveSecond] = [scheduler.join({}), scheduler.join({})];

    scheduler.schedule(() => done.push('gone'));
    leaveFirst();
    leaveFirst();
    expect(requests).toEqual(['task']);
    leaveSecond();
    expect(requests).toEqual(['task', 'cancelled']);
    scheduler.join({});
    scheduler.schedule(() => done.push('new'));
    scheduler.run();

    expect(done).toEqual(['new']);
    expect(requests).toEqual(['task', 'cancelled', 'task']);
  });

  it('should run calls that are scheduled within a run in which all members have left', () => {
    const { scheduler, requests, done } = create();
    const leave = scheduler.join({});

    scheduler.schedule(() => {
      leave();
      scheduler.join({});
      scheduler.schedule(() => done.push('new'));
    });
    scheduler.run();
    expect([done, requests]).toEqual([[], ['task', 'event loop']]);
    scheduler.run();

    expect(done).toEqual(['new']);
  });

  it('should throw the error of a call, and run the other calls later (G13)', () => {
    const { scheduler, requests, done } = create();

    scheduler.schedule(() => {
      throw new Error('its own');
    });
    scheduler.schedule(() => done.push('behind'));

    expect(() => {
      scheduler.run();
    }).toThrow('its own');
    expect(requests).toEqual(['task', 'event loop']);
    scheduler.run();
    expect(done).toEqual(['behind']);
  });

  it('should measure the age of the changes of a flush from the request of the run', () => {
    const { scheduler, work } = create();
    const seen: number[] = [];
    scheduler.join({ flush: () => seen.push(scheduler.since) });
    const wait = (ms: number): void => work('w', 1, ms)();

    wait(3);
    scheduler.wake();
    wait(4);
    scheduler.wake();
    scheduler.run();
    wait(5);
    scheduler.flush();

    expect(seen).toEqual([3, 12]);
  });

  it('should run the calls that a flush schedules in the same run', () => {
    const { scheduler, requests, done } = create();
    scheduler.join({
      flush: () => {
        if (done.length === 0) scheduler.schedule(() => done.push('run'));
      },
    });

    scheduler.wake();
    scheduler.run();

    expect([done, requests]).toEqual([['run'], ['task']]);
  });

  it('should visit only the members with a flush when it flushes', () => {
    const { scheduler } = create();
    let reads = 0;
    scheduler.join({
      get flush() {
        reads++;
        return undefined;
      },
    } as unknown as Parameters<typeof scheduler.join>[0]);
    const before = reads;
    scheduler.flush();

    expect([before, reads]).toEqual([1, 1]);
  });

  it('should flush each member before a run, and run what the flush schedules', () => {
    const { scheduler, requests, done } = create();
    const flush = (): void => {
      done.push('flush');
      scheduler.schedule(() => done.push('run'));
    };
    const leaves = [scheduler.join({ flush }), scheduler.join({ flush })];

    scheduler.wake();
    scheduler.run();
    leaves[0]?.();
    scheduler.flush();

    expect(done).toEqual(['flush', 'flush', 'run', 'run', 'flush']);
    expect(requests).toEqual(['task', 'task']);
  });
});
