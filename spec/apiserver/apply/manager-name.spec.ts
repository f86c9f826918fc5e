import { describe, expect, it } from '@jest/globals';
import { managerName, managerNameErrors } from '../../../src/apiserver/apply/manager-name.ts';
import { heapMeter } from '../../support/heap-meter.ts';

const query = (fieldManager?: string): URLSearchParams =>
  new URLSearchParams(fieldManager === undefined ? {} : { fieldManager });

describe('managerName', () => {
  it.each([
    ['ui', 'Mozilla/5.0 (X11)', 'ui'],
    [undefined, 'Mozilla/5.0 (X11)', 'Mozilla'],
    ['', 'kubectl', 'kubectl'],
    [undefined, undefined, ''],
    [undefined, 'a\u0007b\u200bc/1', 'abc'],
    [undefined, 'ä'.repeat(100), 'ä'.repeat(64)],
  ])('should be derived from %j and %j (P124)', (named, userAgent, expected) => {
    expect(managerName(query(named), userAgent)).toBe(expected);
  });

  it('should not keep the query in memory from which it was cut', () => {
    const usedHeap = heapMeter();
    const before = usedHeap();

    const names = Array.from({ length: 60 }, (_, at) => {
      const text = `fieldManager=manager-of-number-${at}&labelSelector=${'x'.repeat(500_000)}`;
      return managerName(new URLSearchParams(text), undefined);
    });

    expect(usedHeap() - before).toBeLessThan(4_000_000);
    expect(names).toHaveLength(60);
  });

  it('should be printable, and at most 128 bytes long', () => {
    expect(managerNameErrors(query('x'.repeat(128)))).toEqual([]);
    expect(managerNameErrors(query('ä'.repeat(65)))).toEqual([
      {
        reason: 'FieldValueTooLong',
        field: 'fieldManager',
        message: 'Too long: may not be more than 128 bytes',
      },
    ]);
    expect(managerNameErrors(query('ä\tb'))).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'fieldManager',
        message: 'Invalid value: "ä\\tb": invalid character U+0009 (at position 2)',
      },
    ]);
  });

  it('should have few errors, for any length', () => {
    const errors = managerNameErrors(query('\u0001'.repeat(100_000)));

    expect(errors).toHaveLength(1 + 256);
    expect(errors[0]?.message).toBe('Too long: may not be more than 128 bytes');
  });
});
