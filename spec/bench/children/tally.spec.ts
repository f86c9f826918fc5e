import { describe, expect, it } from '@jest/globals';
import { Tally } from './tally.ts';

describe('Tally', () => {
  const tallyOf = (...versions: readonly number[]): Tally => {
    const tally = new Tally(4);
    for (const version of versions) tally.count({ metadata: { resourceVersion: String(version) } });
    return tally;
  };

  it('should accept each version once, in any order', () => {
    expect(() => tallyOf(2, 1, 4, 3).checkOnce('events', 1, 4)).not.toThrow();
    expect(() => tallyOf(1, 3, 3).checkOnce('objects', 1, 1)).not.toThrow();
  });

  it.each([
    ['is missing', [1, 2, 4], '1 were never delivered, 0 more than once'],
    ['is delivered twice', [1, 2, 3, 3, 4], '0 were never delivered, 1 more than once'],
    [
      'is delivered often',
      [1, 2, 3, 4, ...Array.from({ length: 256 }, () => 3)],
      '0 were never delivered, 1 more than once',
    ],
    ['does not exist at the server', [1, 2, 3, 4, 5], '0 more than once, and 1 do not exist at the server'],
  ])('should throw if a version %s', (_, versions, says) => {
    expect(() => tallyOf(...versions).checkOnce('events', 1, 4)).toThrow(`void: of 4 events,`);
    expect(() => tallyOf(...versions).checkOnce('events', 1, 4)).toThrow(says);
  });
});
