import { describe, expect, it } from '@jest/globals';
import { humanDuration } from '../../../../src/cli/live/machine/human-duration.ts';

const [second, minute, hour, day, year] = [1_000, 60_000, 3_600_000, 86_400_000, 31_536_000_000];

describe('humanDuration', () => {
  // These test cases come from TestHumanDuration in apimachinery.
  it.each([
    [second, '1s'],
    [70 * second, '70s'],
    [190 * second, '3m10s'],
    [70 * minute, '70m'],
    [47 * hour, '47h'],
    [49 * hour, '2d1h'],
    [8 * day + 2 * hour, '8d'],
    [367 * day, '367d'],
    [365 * 2 * day + 25 * hour, '2y1d'],
    [365 * 8 * day + 2 * hour, '8y'],
  ])('should print %d ms as kubectl does: %s', (milliseconds, text) => {
    expect(humanDuration(milliseconds)).toBe(text);
  });

  // Test cases for the value at each limit, and for the value just below each limit.
  it.each([
    [0, '0s'],
    [-5 * second, '0s'],
    [999, '0s'],
    [119_999, '119s'],
    [2 * minute, '2m'],
    [10 * minute - 1, '9m59s'],
    [10 * minute, '10m'],
    [3 * hour - 1, '179m'],
    [3 * hour, '3h'],
    [3 * hour + 5 * minute, '3h5m'],
    [8 * hour, '8h'],
    [2 * day, '2d'],
    [8 * day - 1, '7d23h'],
    [2 * year - 1, '729d'],
    [2 * year, '2y'],
    [8 * year - 1, '7y364d'],
  ])('should print %d ms as %s', (milliseconds, text) => {
    expect(humanDuration(milliseconds)).toBe(text);
  });
});
