import process from 'node:process';
import { Script } from 'node:vm';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { bounded } from '../../../src/apiserver/schema/bounded.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';
import { validate } from '../../../src/apiserver/schema/validate.ts';

/** Mocks the CPU time of the process, in ms. Each read returns the next value. */
function usesCpu(...figures: readonly number[]): void {
  const left = [...figures];
  jest.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: before === undefined ? 0 : (left.shift() ?? 0) * 1_000,
    system: 0,
  }));
}

/**
 * Mocks the clock. `figures` are the times in ms that the clock returns: one time at the start, and one time after each
 * attempt. The clock may advance by more than the CPU time of the attempts.
 */
function clockReads(...figures: readonly number[]): void {
  const left = [...figures];
  jest.spyOn(performance, 'now').mockImplementation(() => left.shift() ?? figures.at(-1) ?? 0);
}

/** Returns a call that succeeds in the given attempt. Each earlier attempt exceeds its time limit. */
function endingInAttempt(count: number): { readonly call: () => string; readonly attempts: () => number } {
  let attempts = 0;
  const call = (): string => {
    attempts++;
    while (attempts < count);
    return 'done';
  };
  return { call, attempts: () => attempts };
}

/**
 * Mocks the JavaScript engine. The mock interrupts each attempt. By default, it interrupts the attempt at the time
 * limit of the attempt. The argument is another time in ms.
 *
 * @returns the time limits of the attempts
 */
function interruptEachAttempt(after?: number): readonly number[] {
  const timeouts: number[] = [];
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(Script.prototype, 'runInContext').mockImplementation((_, options) => {
    const timeout = typeof options === 'object' ? (options.timeout ?? 0) : 0;
    timeouts.push(timeout);
    if (timeouts.length > 9) throw new Error('the call begins again without end');
    now += after ?? timeout;
    throw Object.assign(new Error('timed out'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  });
  return timeouts;
}

describe('bounded', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should repeat a call that was interrupted while other processes used the CPU', () => {
    usesCpu(20);
    clockReads(0, 210);
    const interrupted = jest.fn();
    const { call, attempts } = endingInAttempt(2);

    expect(bounded(call, interrupted)).toBe('done');
    expect([attempts(), interrupted.mock.calls.length]).toEqual([2, 1]);
  });

  it('should refuse a call that has spent its CPU time', () => {
    usesCpu(20, 200);
    clockReads(0, 210, 440);
    const interrupted = jest.fn();
    const { call, attempts } = endingInAttempt(4);

    expect(() => bounded(call, interrupted)).toThrow('the object takes too long to validate');
    expect([attempts(), interrupted.mock.calls.length]).toEqual([2, 2]);
  });

  it('should repeat a call with twice the time, and refuse when all calls together have taken 450 ms', () => {
    usesCpu(20, 40);
    const timeouts = interruptEachAttempt();

    expect(() => bounded(() => 'done')).toThrow('more than 200 ms, or 450 ms on a busy machine');
    expect(timeouts).toEqual([200, 250]);
  });

  it('should never count more CPU time than the clock shows, for any use by other threads', () => {
    usesCpu(900, 900, 900);
    const timeouts = interruptEachAttempt(80);

    expect(() => bounded(() => 'done')).toThrow('the object takes too long to validate');
    expect(timeouts).toEqual([200, 370, 290]);
  });

  it('should throw the error of the call, and call once', () => {
    const call = jest.fn(() => {
      throw new RangeError('mine');
    });

    expect(() => bounded(call)).toThrow('mine');
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('should validate an object after an interrupted validation', () => {
    usesCpu(0, 200);
    const schema: Schema = { type: 'string', pattern: '([a-z]{0,200}[a-m]{0,200}){0,5}!$' };

    expect(() => validate(schema, `!${'ab'.repeat(50_000_000)}`)).toThrow(
      'the object takes too long to validate',
    );
    jest.restoreAllMocks();
    expect(validate(schema, 'ab')).toHaveLength(1);
    expect(validate(schema, 'ab!')).toEqual([]);
  });
});
