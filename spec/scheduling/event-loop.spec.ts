import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler, map, timer } from 'rxjs';
import { afterTask$, asSlice, steadyClock, taskEnd$, yieldToEventLoop } from '../../src/scheduling/index.ts';
import { marbles } from '../support/marbles.ts';

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each([
  ['taskEnd$', taskEnd$],
  ['afterTask$', afterTask$],
])('%s', (_, end$) => {
  beforeEach(turnOfEventLoop);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should emit after the task, before the event loop turns, and complete', async () => {
    const emitted: string[] = [];
    end$.subscribe({ next: () => emitted.push('next'), complete: () => emitted.push('complete') });
    emitted.push('task');
    await Promise.resolve();

    expect(emitted).toEqual(['task', 'next', 'complete']);
  });

  it('should emit nothing after an unsubscribe', async () => {
    const emitted: unknown[] = [];
    end$.subscribe((value) => emitted.push(value)).unsubscribe();
    await turnOfEventLoop();

    expect(emitted).toEqual([]);
  });

  it('should emit within the frame in virtual time', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(end$.pipe(map(() => 'a'))).toBe('(a|)');
    });
  });
});

describe('afterTask$, after slices have spent the time of this turn of the event loop', () => {
  beforeEach(turnOfEventLoop);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should emit in a later turn', async () => {
    let now = Date.now();
    jest.spyOn(asyncScheduler, 'now').mockImplementation(() => now);
    asSlice(() => (now += 25));
    let count = 0;
    afterTask$.subscribe(() => count++);
    await Promise.resolve();
    const before = count;
    await turnOfEventLoop();
    await turnOfEventLoop();

    expect([before, count]).toEqual([0, 1]);
  });
});

const host = globalThis as unknown as Record<string, unknown>;
const originals = { setImmediate: host['setImmediate'], MessageChannel: host['MessageChannel'] };

describe('yieldToEventLoop', () => {
  afterEach(() => {
    Object.assign(host, originals);
  });

  const runtimes = [
    { runtime: 'Node', hidden: [] },
    { runtime: 'a browser', hidden: ['setImmediate'] },
    { runtime: 'a runtime with timers only', hidden: ['setImmediate', 'MessageChannel'] },
  ];

  it.each(runtimes)('should call back once, later than a microtask, on $runtime', async ({ hidden }) => {
    for (const name of hidden) host[name] = undefined;
    const calls: string[] = [];

    const done = new Promise<void>((resolve) => {
      yieldToEventLoop(() => {
        calls.push('yield');
        resolve();
      });
    });
    calls.push('after');
    await Promise.resolve().then(() => calls.push('microtask'));
    await done;

    expect(calls).toEqual(['after', 'microtask', 'yield']);
  });

  it.each(runtimes)('should not call back once cancelled, on $runtime', async ({ hidden }) => {
    for (const name of hidden) host[name] = undefined;
    const calls: string[] = [];

    const cancel = yieldToEventLoop(() => calls.push('cancelled'));
    await new Promise<void>((resolve) => {
      yieldToEventLoop(resolve);
      cancel();
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    cancel();

    expect(calls).toEqual([]);
  });

  it('should let a timer run between two slices (PF9)', async () => {
    let turns = 0;
    let stop = false;
    setTimeout(() => (stop = true), 0);

    await new Promise<void>((resolve) => {
      const slice = (): void => {
        turns += 1;
        if (stop || turns > 1_000_000) resolve();
        else yieldToEventLoop(slice);
      };
      slice();
    });

    expect(stop).toBe(true);
  });

  it('should close its message ports, which would keep the process alive, in a browser', async () => {
    host['setImmediate'] = undefined;
    const ports: MessagePort[] = [];
    host['MessageChannel'] = class extends MessageChannel {
      constructor() {
        super();
        ports.push(this.port1, this.port2);
      }
    };
    const closed = (): Promise<unknown> =>
      Promise.all(ports.map((port) => new Promise((resolve) => port.addEventListener('close', resolve))));

    const cancel = yieldToEventLoop(() => undefined);
    const first = closed();
    cancel();
    await first;
    ports.length = 0;
    yieldToEventLoop(() => undefined);

    expect(await closed()).toHaveLength(2);
  });
});

describe('steadyClock', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should not follow a system clock that is set back or forward', () => {
    const clock = steadyClock();
    jest.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValueOnce(107);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    expect([clock(), clock()]).toEqual([100, 107]);
  });

  it('should be the time of RxJS in virtual time', () => {
    marbles().run(({ expectObservable }) => {
      const clock = steadyClock();
      expectObservable(timer(1_000).pipe(map(() => clock()))).toBe('1s (a|)', { a: 1_000 });
    });
  });
});
