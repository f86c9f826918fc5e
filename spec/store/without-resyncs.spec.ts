import { describe, expect, it } from '@jest/globals';
import { withoutResyncs } from '../../src/store/index.ts';
import { change } from '../support/things.ts';

describe('withoutResyncs', () => {
  it('should give back the very batch if it holds no resync', () => {
    const batch = ['added a@1 initial', 'updated a@1 a@2 watch'].map(change);
    const empty: typeof batch = [];

    expect(withoutResyncs(batch)).toBe(batch);
    expect(withoutResyncs(empty)).toBe(empty);
  });

  it('should leave out the resyncs, and keep the order of the others', () => {
    const [first, resync, last] = ['added a@1 watch', 'updated b@1 b@1 resync', 'deleted a@2 watch'].map(
      change,
    );
    const batch = [first, resync, last].filter((one) => one !== undefined);

    expect(withoutResyncs(batch)).toEqual([first, last]);
    expect(withoutResyncs([change('updated b@1 b@1 resync')])).toEqual([]);
  });
});
