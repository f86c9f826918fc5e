import { describe, expect, it } from '@jest/globals';
import { type FailureClass, KubeError, type ReflectorStatus } from 'rx-informer';
import { createFirstLists, type FirstList } from '../../../src/cli/machine/first-lists.ts';

const failure = (
  kind: FailureClass,
  message: string = kind,
): Extract<ReflectorStatus, { phase: 'waiting' }> => ({
  phase: 'waiting',
  since: 0,
  retryAt: 30_000,
  attempt: 1,
  failure: kind,
  error: new KubeError(kind, message),
});

function lists(): readonly [FirstList, FirstList, FirstList] {
  const join = createFirstLists();
  return [join(), join(), join()];
}

describe('createFirstLists', () => {
  it('should be over at once for one alone that is refused, and not for what can come', () => {
    const alone = createFirstLists()();

    expect(alone.isOver(failure('transient'))).toBe(false);
    expect(alone.isOver(failure('forbidden'))).toBe(true);
  });

  it('should be over once all are refused', () => {
    const [a, b, c] = lists();

    expect([a, b, a, c].map((list) => list.isOver(failure('forbidden')))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('should not be over while one of them can come, or is there', () => {
    const [a, b, c] = lists();
    a.isOver(failure('forbidden'));
    b.isOver(failure('notFound'));
    b.isOver(failure('transient'));
    expect(c.isOver(failure('fatal'))).toBe(false);

    a.synced(); // the right was given
    expect(a.isOver(failure('forbidden'))).toBe(false); // and taken again
    expect(b.isOver(failure('forbidden'))).toBe(false);
  });

  it('should throw the first refusal when all that was wanted of the others is done', () => {
    const [a, b, c] = lists();
    a.synced();
    a.done();
    b.isOver(failure('forbidden', 'not you'));

    expect(() => c.done()).toThrow('not you');
  });

  it('should be over when the last one is refused, the others being done', () => {
    const [a, b, c] = lists();
    a.done();
    b.done();

    expect(c.isOver(failure('forbidden'))).toBe(true);
  });

  it('should throw nothing when none is refused any more', () => {
    const [a, b, c] = lists();
    a.isOver(failure('forbidden'));
    a.synced();

    expect(() => [a, b, c].forEach((list) => list.done())).not.toThrow();
  });

  it('should count a list once, however often it is refused or done', () => {
    const [a, b, c] = lists();
    a.isOver(failure('forbidden'));
    a.isOver(failure('forbidden'));
    b.done();
    b.done();
    expect(c.isOver(failure('transient'))).toBe(false);

    expect(c.isOver(failure('forbidden'))).toBe(true);
  });

  it('should throw the refusal of the list that joined first', () => {
    const [a, b, c] = lists();
    b.isOver(failure('forbidden', 'second'));
    a.isOver(failure('forbidden', 'first'));

    expect(() => c.done()).toThrow('first');
  });
});
