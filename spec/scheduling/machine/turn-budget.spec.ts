import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { turnBudget, yieldToEventLoop } from '../../../src/scheduling/machine/turn-budget.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that only this moves; each slice takes as many ms as it says. */
function slices() {
  let now = 1_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const done: string[] = [];
  const slice = (name: string, took: number): void => {
    turnBudget.begin(now);
    now += took;
    done.push(name);
    turnBudget.end(now);
  };
  const sleep = (took: number): void => void (now += took);
  return { done, slice, sleep, isOver: () => turnBudget.isOver(now) };
}

describe('turnBudget', () => {
  afterEach(async () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    await nextTurn();
    await nextTurn();
    expect(turnBudget.isOver(Date.now())).toBe(false);
  });

  it('should be over when all slices together have taken 20 ms, until the event loop was free (PF9)', async () => {
    const { slice, isOver } = slices();

    slice('a', 12);
    expect(isOver()).toBe(false);
    slice('b', 8);
    expect(isOver()).toBe(true);
    await nextTurn();

    expect(isOver()).toBe(false);
  });

  it('should count a slice within another once', () => {
    const { slice, isOver } = slices();

    turnBudget.begin(1_000);
    slice('inner', 15);
    turnBudget.end(1_015);

    expect(isOver()).toBe(false);
  });

  it('should let those that wait go on in the order in which they came, 20 ms a turn (PF9)', async () => {
    const { done, slice } = slices();
    for (const name of ['a', 'b', 'c', 'd']) {
      const goOn = (round: number): void => {
        slice(`${name}${round}`, 12);
        if (round < 2) turnBudget.wait(() => goOn(round + 1));
      };
      turnBudget.wait(() => goOn(1));
    }

    const turns: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const from = done.length;
      await nextTurn();
      turns.push(done.slice(from).join(' '));
    }

    expect(turns).toEqual(['a1 b1', 'c1 d1', 'a2 b2', 'c2 d2', '', '']);
  });

  it('should not call back once cancelled, whether the turn has come or not', async () => {
    const { done, slice } = slices();

    const early = turnBudget.wait(() => done.push('early'));
    turnBudget.wait(() => slice('long', 30));
    const late = turnBudget.wait(() => done.push('late'));
    early();
    await nextTurn();
    late();
    await nextTurn();
    await nextTurn();
    late();

    expect(done).toEqual(['long']);
  });

  it('should call back as often as the same callback was given', async () => {
    const { done, slice } = slices();
    const again = (): void => slice('again', 30);

    turnBudget.wait(again);
    turnBudget.wait(again);
    turnBudget.wait(again);
    for (let turn = 0; turn < 4; turn++) await nextTurn();

    expect(done).toEqual(['again', 'again', 'again']);
  });

  it('should wait for nothing in virtual time', () => {
    const { slice, isOver } = slices();

    slice('long', 30);
    expect(isOver()).toBe(true);
    expect(turnBudget.isOver(0)).toBe(false);
  });

  it('should not count what takes virtual time', () => {
    const { isOver } = slices();

    turnBudget.begin(0);
    turnBudget.end(100_000);

    expect(isOver()).toBe(false);
  });

  it('should not wait for a turn that fake timers hold back', () => {
    const { slice, isOver, sleep } = slices();

    jest.useFakeTimers({ doNotFake: ['Date', 'performance'] });
    slice('faked', 30);
    const before = isOver();
    sleep(2_000);
    const after = isOver();
    jest.runAllTimers();

    expect(before).toBe(true);
    expect(after).toBe(false);
  });

  it('should go on where the same fake timers are put in place again', () => {
    const { done, slice } = slices();
    const asked: (() => void)[] = [];
    const fake = jest.spyOn(globalThis, 'setImmediate');
    fake.mockImplementation(((callback: () => void) => asked.push(callback)) as never);

    slice('lost', 30);
    asked.length = 0;
    turnBudget.wait(() => slice('first', 1));
    turnBudget.wait(() => slice('second', 1));
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) next();

    expect(done).toEqual(['lost', 'first', 'second']);
  });

  it('should end a turn again once a request that fake timers took away is lost', async () => {
    const { slice, sleep, isOver } = slices();
    jest.useFakeTimers({ doNotFake: ['Date', 'performance'] });
    slice('faked', 30);
    jest.useRealTimers();
    sleep(2_000);

    slice('late', 1);
    const before = isOver();
    await nextTurn();
    const after = isOver();

    expect([before, after]).toEqual([true, false]);
  });

  it('should keep to 20 ms a turn after a task of more than a second', async () => {
    const { done, slice, sleep } = slices();
    const work = (name: string): void => {
      slice(name, 12);
      turnBudget.wait(() => work(name));
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) work(name);
    for (let block = 0; block < 3; block++) {
      sleep(1_100);
      slice('late', 1);
      await nextTurn();
    }
    const before = done.length;
    await nextTurn();

    expect(done.length - before).toBeLessThanOrEqual(2);
  });

  it('should go on where fake timers are taken away with what was asked of them', async () => {
    const { done, slice } = slices();

    jest.useFakeTimers({ doNotFake: ['Date', 'performance'] });
    slice('faked', 30);
    jest.clearAllTimers();
    jest.useRealTimers();
    turnBudget.wait(() => slice('first', 1));
    turnBudget.wait(() => slice('second', 1));
    for (let turn = 0; turn < 3; turn++) await nextTurn();

    expect(done).toEqual(['faked', 'first', 'second']);
  });
});

const host = globalThis as unknown as Record<string, unknown>;
const means = { setImmediate: host['setImmediate'], MessageChannel: host['MessageChannel'] };

describe('yieldToEventLoop', () => {
  afterEach(() => {
    Object.assign(host, means);
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

  it('should let a timer in between two slices (PF9)', async () => {
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

  it('should leave no port behind that keeps the process alive, on a browser', async () => {
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
