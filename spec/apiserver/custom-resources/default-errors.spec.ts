import { afterEach, describe, expect, it, jest } from '@jest/globals';
import process from 'node:process';
import { defaultValidator } from '../../../src/apiserver/custom-resources/default-errors.ts';

/** Makes the clock advance by the given ms between two reads. */
function passes(milliseconds: number): void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
}

describe('defaultValidator', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should validate a default by the schema around it', () => {
    const validate = defaultValidator();

    expect(validate({ type: 'integer', default: 1 }, 'size')).toEqual([]);
    expect(validate({ type: 'integer', default: 'x' }, 'size')).toMatchObject([{ field: 'size.default' }]);
  });

  it('should refuse defaults that together take more than 200 ms of CPU time', () => {
    jest.spyOn(process, 'cpuUsage').mockReturnValue({ user: 60_000, system: 10_000 });
    passes(100);
    const validate = defaultValidator();
    const one = { type: 'integer', default: 1 };

    for (let nth = 0; nth < 3; nth++) expect(validate(one, 'size')).toEqual([]);
    expect(() => validate(one, 'size')).toThrow('the defaults take too long to validate: more than 200 ms');
    expect(defaultValidator()(one, 'size')).toEqual([]);
  });

  it('should never count more CPU time than the clock shows, for any use by other threads', () => {
    jest.spyOn(process, 'cpuUsage').mockReturnValue({ user: 900_000, system: 0 });
    passes(70);
    const validate = defaultValidator();
    const one = { type: 'integer', default: 1 };

    for (let nth = 0; nth < 3; nth++) expect(validate(one, 'size')).toEqual([]);
    expect(() => validate(one, 'size')).toThrow('the defaults take too long to validate');
  });
});
