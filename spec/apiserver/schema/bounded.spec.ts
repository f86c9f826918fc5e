import process from 'node:process';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { bounded } from '../../../src/apiserver/schema/bounded.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';
import { validate } from '../../../src/apiserver/schema/validate.ts';

/** Lets the process have used so many ms, one figure for each time that it is asked. */
function usesCpu(...figures: readonly number[]): void {
  const left = [...figures];
  jest.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: before === undefined ? 0 : (left.shift() ?? 0) * 1_000,
    system: 0,
  }));
}

/** Does not end in the first attempts. */
function endingInAttempt(count: number): { readonly call: () => string; readonly attempts: () => number } {
  let attempts = 0;
  const call = (): string => {
    attempts++;
    while (attempts < count);
    return 'done';
  };
  return { call, attempts: () => attempts };
}

describe('bounded', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should call again what was interrupted while other processes had the machine', () => {
    usesCpu(20, 170);
    const interrupted = jest.fn();
    const { call, attempts } = endingInAttempt(3);

    expect(bounded(call, interrupted)).toBe('done');
    expect([attempts(), interrupted.mock.calls.length]).toEqual([3, 2]);
  });

  it('should refuse what has used its time', () => {
    usesCpu(20, 200);
    const interrupted = jest.fn();
    const { call, attempts } = endingInAttempt(4);

    expect(() => bounded(call, interrupted)).toThrow('the object takes too long to validate');
    expect([attempts(), interrupted.mock.calls.length]).toEqual([2, 2]);
  });

  it('should pass on an error of the call, and call once', () => {
    const call = jest.fn(() => {
      throw new RangeError('mine');
    });

    expect(() => bounded(call)).toThrow('mine');
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('should judge an object by its schema after an interrupted validation', () => {
    usesCpu(0, 0, 200);
    const schema: Schema = { type: 'string', pattern: '([a-z]{0,200}[a-m]{0,200}){0,5}!$' };

    expect(() => validate(schema, `!${'ab'.repeat(10_000_000)}`)).toThrow(
      'the object takes too long to validate',
    );
    jest.restoreAllMocks();
    expect(validate(schema, 'ab')).toHaveLength(1);
    expect(validate(schema, 'ab!')).toEqual([]);
  });
});
