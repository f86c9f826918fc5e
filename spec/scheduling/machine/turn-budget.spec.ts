import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { yieldToEventLoop } from '../../../src/scheduling/event-loop.ts';
import { TurnBudget } from '../../../src/scheduling/machine/turn-budget.ts';

const turnBudget = new TurnBudget(yieldToEventLoop);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a mocked clock. `slice` runs one time slice, which takes the given number of ms. */
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

describe('TurnBudget', () => {
  afterEach(async () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    await nextTurn();
    await nextTurn();
    expect(turnBudget.isOver(Date.now())).toBe(false);
  });

  it('should be over once all slices together took 20 ms, until the event loop turns (PF9)', async () => {
    const { slice, isOver } = slices();

    slice('a', 12);
    expect(isOver()).toBe(false);
    slice('b', 8);
    expect(isOver()).toBe(true);
    await nextTurn();

    expect(isOver()).toBe(false);
  });

  it('should count a nested slice once', () => {
    const { slice, isOver } = slices();

    turnBudget.begin(1_000);
    slice('inner', 15);
    turnBudget.end(1_015);

    expect(isOver()).toBe(false);
  });

  it('should run waiting callbacks in order, 20 ms a turn (PF9)', async () => {
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

  it('should not call back once cancelled, before or after the turn', async () => {
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

  it('should call back once for each time that the same callback was added', async () => {
    const { done, slice } = slices();
    const again = (): void => slice('again', 30);

    turnBudget.wait(again);
    turnBudget.wait(again);
    turnBudget.wait(again);
    for (let turn = 0; turn < 4; turn++) await nextTurn();

    expect(done).toEqual(['again', 'again', 'again']);
  });

  it('should never be over in virtual time', () => {
    const { slice, isOver } = slices();

    slice('long', 30);
    expect(isOver()).toBe(true);
    expect(turnBudget.isOver(0)).toBe(false);
  });

  it('should not count slices in virtual time', () => {
    const { isOver } = slices();

    turnBudget.begin(0);
    turnBudget.end(100_000);

    expect(isOver()).toBe(false);
  });

  it('should not wait for a turn that fake timers suppress', () => {
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

  it('should run waiting callbacks after the same fake timers are installed again', () => {
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

  it('should still end a turn when fake timers discard its request', async () => {
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

  it('should run waiting callbacks after fake timers are removed with their pending calls', async () => {
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
