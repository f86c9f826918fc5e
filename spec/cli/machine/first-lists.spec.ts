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
  it('should be over immediately if the only list is refused, and not for a temporary failure', () => {
    const alone = createFirstLists()();

    expect(alone.isOver(failure('transient'))).toBe(false);
    expect(alone.isOver(failure('forbidden'))).toBe(true);
  });

  it('should be over once all lists are refused', () => {
    const [a, b, c] = lists();

    expect([a, b, a, c].map((list) => list.isOver(failure('forbidden')))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('should not be over while one of the lists can succeed, or has succeeded', () => {
    const [a, b, c] = lists();
    a.isOver(failure('forbidden'));
    b.isOver(failure('notFound'));
    b.isOver(failure('transient'));
    expect(c.isOver(failure('fatal'))).toBe(false);

    a.synced(); // the user now has the permission to list collection a
    expect(a.isOver(failure('forbidden'))).toBe(false); // the user has lost this permission again
    expect(b.isOver(failure('forbidden'))).toBe(false);
  });

  it('should throw the first refusal when all other lists are done', () => {
    const [a, b, c] = lists();
    a.synced();
    a.done();
    b.isOver(failure('forbidden', 'not you'));

    expect(() => c.done()).toThrow('not you');
  });

  it('should be over when the last list is refused and the others are done', () => {
    const [a, b, c] = lists();
    a.done();
    b.done();

    expect(c.isOver(failure('forbidden'))).toBe(true);
  });

  it('should throw nothing if no list is refused any more', () => {
    const [a, b, c] = lists();
    a.isOver(failure('forbidden'));
    a.synced();

    expect(() => [a, b, c].forEach((list) => list.done())).not.toThrow();
  });

  it('should count a list once, for any number of refusals or ends', () => {
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
