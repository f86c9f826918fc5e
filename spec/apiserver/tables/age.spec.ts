import { describe, expect, it } from '@jest/globals';
import { humanDuration, since } from '../../../src/apiserver/tables/age.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('an age', () => {
  it.each([
    [-2 * second, '<invalid>'],
    [-1.5 * second, '0s'],
    [-1, '0s'],
    [0, '0s'],
    [119 * second, '119s'],
    [2 * minute, '2m'],
    [9 * minute + 59 * second, '9m59s'],
    [10 * minute + 59 * second, '10m'],
    [179 * minute, '179m'],
    [3 * hour, '3h'],
    [7 * hour + 59 * minute, '7h59m'],
    [8 * hour + 59 * minute, '8h'],
    [47 * hour, '47h'],
    [2 * day, '2d'],
    [7 * day + 23 * hour, '7d23h'],
    [8 * day + 23 * hour, '8d'],
    [729 * day, '729d'],
    [730 * day, '2y'],
    [7 * 365 * day + 364 * day, '7y364d'],
    [8 * 365 * day + 364 * day, '8y'],
  ])('should show %d ms as %s', (span, text) => {
    expect(humanDuration(span)).toBe(text);
  });

  it('should be unknown without a time', () => {
    expect([since('', 0), since('soon', 0)]).toEqual(['<unknown>', '<unknown>']);
    expect(since('1970-01-01T00:00:00Z', 3 * second)).toBe('3s');
  });
});
