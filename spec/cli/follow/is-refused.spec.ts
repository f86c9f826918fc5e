import { describe, expect, it } from '@jest/globals';
import { type FailureClass, KubeError } from 'rx-informer';
import { isRefused } from '../../../src/cli/follow/is-refused.ts';

const hopeless = (failure: FailureClass, attempt: number): boolean =>
  isRefused({
    phase: 'waiting',
    since: 0,
    retryAt: 1_000,
    attempt,
    failure,
    error: new KubeError(failure, failure),
  });

describe('isHopeless', () => {
  it.each<FailureClass>(['fatal', 'forbidden', 'notFound'])('should be true of class %s', (failure) => {
    expect([1, 2].map((attempt) => hopeless(failure, attempt))).toEqual([true, true]);
  });

  it('should be true for a login that is refused again', () => {
    expect([1, 2, 3].map((attempt) => hopeless('unauthorized', attempt))).toEqual([false, true, true]);
  });

  it.each<FailureClass>(['transient', 'expired', 'unsupported'])(
    'should be false of class %s, for any number of attempts',
    (failure) => {
      expect([1, 2, 100].map((attempt) => hopeless(failure, attempt))).toEqual([false, false, false]);
    },
  );
});
