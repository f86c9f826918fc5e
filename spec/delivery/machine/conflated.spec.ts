import { describe, expect, it } from '@jest/globals';
import { conflated } from '../../../src/delivery/index.ts';
import { change, line } from '../../support/things.ts';

describe('conflated', () => {
  it('should keep the newest change of each key, at the position of its first, and two if the uid changed (G14)', () => {
    const changes = [
      'added a@1 watch',
      'added b@2 watch',
      'updated a@1 a@3 watch',
      'deleted b@4 watch',
      'deleted c@5#old watch',
      'added c@6#new watch',
    ].map(change);

    expect(conflated(changes).map(line)).toEqual([
      'added a@3 watch',
      'deleted c@5#old watch',
      'added c@6#new watch',
    ]);
  });

  it('should be empty for no changes', () => {
    expect(conflated([])).toEqual([]);
  });
});
