import { describe, expect, it, jest } from '@jest/globals';
import type { Change } from 'rx-informer';
import { LONG_BATCH, oncePerBatch } from '../../../src/store/index.ts';
import { change } from '../../support/things.ts';

const batchOf = (length: number): readonly Change<unknown>[] =>
  Object.freeze(Array.from({ length }, () => change('added a@1 initial')));

describe('oncePerBatch', () => {
  it('should ask once about a long batch, whatever the answer, and about each one (PF9)', () => {
    const ask = jest.fn((batch: readonly Change<unknown>[]) => (batch === one ? undefined : 'other'));
    const one = batchOf(LONG_BATCH + 1);
    const other = batchOf(LONG_BATCH + 1);
    const once = oncePerBatch(ask);

    expect([once(one), once(other), once(one), once(other)]).toEqual([
      undefined,
      'other',
      undefined,
      'other',
    ]);
    expect(ask.mock.calls).toEqual([[one], [other]]);
  });

  it('should ask each time about a batch that is short, or may change', () => {
    const ask = jest.fn((batch: readonly Change<unknown>[]) => batch.length);
    const short = batchOf(LONG_BATCH);
    const open = [...batchOf(LONG_BATCH + 1)];
    const once = oncePerBatch(ask);

    expect([once(short), once(short), once(open)]).toEqual([LONG_BATCH, LONG_BATCH, LONG_BATCH + 1]);
    open.pop();
    expect(once(open)).toBe(LONG_BATCH);
    expect(ask).toHaveBeenCalledTimes(4);
  });
});
