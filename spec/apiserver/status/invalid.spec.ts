import { describe, expect, it } from '@jest/globals';
import {
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  invalid,
} from '../../../src/apiserver/status/invalid.ts';

const kind = { group: '', kind: 'Pod' };
const long = 'x'.repeat(1_000_000);

describe('an error of a field', () => {
  it('should have at most 1,000 characters of its path, and 10,000 of its message', () => {
    const { field, message } = fieldInvalid(long, 1, long);

    expect(field).toBe('x'.repeat(1_000));
    expect(message).toBe(`Invalid value: 1: ${'x'.repeat(10_000 - 18)}…`);
  });

  it('should have at most 5,000 characters of the supported values', () => {
    expect(fieldNotSupported('a', 'b', ['c', 'd']).message).toBe(
      'Unsupported value: "b": supported values: "c", "d"',
    );
    expect(fieldNotSupported('a', 'b', [long, long]).message.length).toBeLessThan(5_100);
  });
});

describe('invalid', () => {
  it('should report 200 errors, and count the rest', () => {
    const errors = Array.from({ length: 300 }, (_, at) => fieldRequired(`f${at}`, ''));

    const { message, details } = invalid(kind, 'p', errors).status;

    expect(details?.causes).toHaveLength(200);
    expect(message).toMatch(/f199: Required value, and 100 more\]$/);
  });

  it('should report fewer long errors', () => {
    const errors = Array.from({ length: 200 }, () => fieldInvalid(long, long, long));

    const { message, details } = invalid(kind, 'p', errors).status;

    expect(message).toMatch(/, and \d+ more\]$/);
    expect(message?.length).toBeLessThan(520_000);
    expect(JSON.stringify(details).length).toBeLessThan(520_000);
  });

  it('should report the first error, for any length', () => {
    const error = { reason: 'FieldValueInvalid', field: 'patch', message: 'x'.repeat(600_000) } as const;

    expect(invalid(kind, 'p', [error, error]).status.details?.causes).toEqual([error]);
  });
});
