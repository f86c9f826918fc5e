import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { NEVER, Subject } from 'rxjs';
import { slicedFlow } from '../../src/apiserver/flow.ts';
import { TimeBudget } from '../../src/apiserver/time-budget.ts';

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('slicedFlow', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should pause when a slice is over, and continue after the event loop has turned', async () => {
    let now = 100;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const flow = slicedFlow({ writable: () => true, drain$: NEVER }, new TimeBudget().of('client'));
    let drains = 0;
    flow.drain$.subscribe(() => drains++);

    const within = [flow.writable(), flow.writable()];
    now += 6;
    const over = [flow.writable(), flow.writable()];
    expect([within, over, drains]).toEqual([[true, true], [false, false], 0]);

    await turnOfEventLoop();
    expect([flow.writable(), drains]).toEqual([true, 1]);
  });

  it('should start a slice at each turn of the event loop', async () => {
    let now = 100;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const flow = slicedFlow({ writable: () => true, drain$: NEVER }, new TimeBudget().of('client'));
    expect(flow.writable()).toBe(true);

    await turnOfEventLoop();
    now += 1_000;

    expect([flow.writable(), flow.writable()]).toEqual([true, true]);
  });

  it('should report whether its reader accepts more, also when a slice is over', () => {
    let now = 100;
    let isWritable = true;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const flow = slicedFlow({ writable: () => isWritable, drain$: NEVER }, new TimeBudget().of('client'));
    flow.writable();
    now += 6;
    expect([flow.writable(), flow.writable(true)]).toEqual([false, true]);

    isWritable = false;
    expect(flow.writable(true)).toBe(false);
  });

  it('should wait for its reader as before', () => {
    const drained$ = new Subject<void>();
    let isWritable = false;
    const flow = slicedFlow({ writable: () => isWritable, drain$: drained$ }, new TimeBudget().of('client'));
    let drains = 0;
    flow.drain$.subscribe(() => drains++);

    expect(flow.writable()).toBe(false);
    isWritable = true;
    drained$.next();

    expect([flow.writable(), drains]).toEqual([true, 1]);
  });
});
