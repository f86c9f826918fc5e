import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { concat, lastValueFrom, merge, type Observable, repeat, Subscription, tap, toArray } from 'rxjs';
import { TimeBudget, workWithin } from '../../src/apiserver/time-budget.ts';

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('TimeBudget', () => {
  let now = 100;
  let time: TimeBudget;
  const served: string[] = [];

  beforeEach(() => {
    now = 100;
    time = new TimeBudget();
    served.length = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Requests CPU time from the budget. As soon as the budget grants the time, uses the given number of ms. */
  const wait = (name: string, milliseconds: number, isLeftOff = false, client = 'client') =>
    time.turn(client, isLeftOff).subscribe(() => {
      served.push(name);
      now += milliseconds;
    });

  it('should be over after 5 ms, until the event loop has turned', async () => {
    expect(time.isOver()).toBe(false);
    now += 4;
    expect(time.isOver()).toBe(false);
    now += 1;
    expect(time.isOver()).toBe(true);

    await turnOfEventLoop();
    expect(time.isOver()).toBe(false);
  });

  it('should be shared: all waiting requests have 5 ms in a turn, in order of arrival', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) wait(name, 3);

    await turnOfEventLoop();
    expect(served).toEqual(['a', 'b']);
    await turnOfEventLoop();
    expect(served).toEqual(['a', 'b', 'c', 'd']);
    await turnOfEventLoop();
    expect(served).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('should serve at least one interrupted request in a turn, and one new request', async () => {
    for (const name of ['old 1', 'old 2']) wait(name, 50, true);
    for (const name of ['new 1', 'new 2']) wait(name, 50);

    await turnOfEventLoop();
    expect(served).toEqual(['old 1', 'new 1']);
    wait('new 3', 50);
    await turnOfEventLoop();
    expect(served).toEqual(['old 1', 'new 1', 'old 2', 'new 2']);
    await turnOfEventLoop();
    expect(served.at(-1)).toBe('new 3');
  });

  it.each([true, false])('should serve the clients in turn (interrupted: %s)', async (isLeftOff) => {
    for (const name of ['a 1', 'a 2', 'a 3']) wait(name, 5, isLeftOff, 'a');
    wait('b 1', 5, isLeftOff, 'b');
    const left = wait('c 1', 5, isLeftOff, 'c');
    left.unsubscribe();

    for (let turn = 0; turn < 4; turn++) await turnOfEventLoop();
    expect(served).toEqual(['a 1', 'b 1', 'a 2', 'a 3']);
  });

  it('should serve a short request of a client in the second turn, for any number of long requests of another client', async () => {
    const long = (): Observable<void> =>
      time
        .of('hostile')
        .turn()
        .pipe(
          tap(() => (now += 5)),
          repeat(10),
        );
    const requests: readonly Observable<void>[] = Array.from({ length: 400 }, long);
    const hostile = merge(...requests).subscribe();
    await turnOfEventLoop();

    time
      .of('other')
      .turn()
      .subscribe(() => served.push('short'));
    await turnOfEventLoop();
    await turnOfEventLoop();
    hostile.unsubscribe();

    expect(served).toEqual(['short']);
  });

  it('should end the first slice of a request after 1 ms, before the short requests after it', async () => {
    const running = new Subscription();
    const work = (name: string, milliseconds: number) => {
      const request = time.of('client');
      let left = milliseconds;
      const done$ = workWithin(request, (leaveOff) => {
        for (; left > 0; left--) {
          if (leaveOff()) return false;
          now++;
        }
        return true;
      });
      running.add(concat(request.turn(), done$).subscribe({ complete: () => served.push(name) }));
    };
    for (const name of ['long 1', 'long 2', 'long 3']) work(name, 50);
    work('short', 1);

    await turnOfEventLoop();
    running.unsubscribe();
    expect(served).toEqual(['short']);
  });

  it('should remove a request that is cancelled', async () => {
    const left = wait('a', 0);
    wait('b', 0);
    left.unsubscribe();

    await turnOfEventLoop();
    expect(served).toEqual(['b']);
  });

  it('should leave nothing to run if no request waits', async () => {
    time.isOver();
    await turnOfEventLoop();
    const yielded = jest.spyOn(globalThis, 'setImmediate');
    await Promise.resolve();

    expect(yielded).not.toHaveBeenCalled();
  });

  it('should finish work that is interrupted repeatedly, in parallel to other work', async () => {
    const work = (name: string, steps: number) => {
      let left = steps;
      return workWithin(time.of('client'), (leaveOff) => {
        while (left > 0) {
          left--;
          served.push(name);
          now += 5;
          if (leaveOff()) return left === 0;
        }
        return true;
      });
    };

    await Promise.all([work('a', 5), work('b', 5)].map((each) => lastValueFrom(each.pipe(toArray()))));

    expect([...served].sort().join('')).toBe('aaaaabbbbb');
    expect(served.indexOf('b')).toBeLessThan(served.lastIndexOf('a'));
  });

  it('should emit errors that work throws, and stop work after an unsubscribe', async () => {
    const failing = workWithin(time.of('client'), () => {
      throw new Error('no');
    });
    await expect(lastValueFrom(failing)).rejects.toThrow('no');

    let calls = 0;
    const stopped = workWithin(time.of('client'), () => {
      calls++;
      return false;
    }).subscribe();
    stopped.unsubscribe();
    await turnOfEventLoop();
    expect(calls).toBe(1);
  });
});
