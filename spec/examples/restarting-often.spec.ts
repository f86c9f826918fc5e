import { describe, expect, it } from '@jest/globals';
import { concatMap, from, map, of, timer, toArray } from 'rxjs';
import type { Change } from 'rx-informer';
import type { Pod } from 'rx-informer/kinds';
import { kubeObject } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';
import { restartingOften } from '../../examples/restart-detector/restarting-often.ts';
import { marbles } from '../support/marbles.ts';

/**
 * Returns a pod with one container and the given restart count. Without a count, the pod has no container statuses.
 */
const pod = (key: string, restartCount?: number): Pod => ({
  ...kubeObject<Pod>(key),
  status: {
    containerStatuses:
      restartCount === undefined
        ? []
        : [{ name: 'main', image: 'web:1', imageID: '', ready: false, restartCount }],
  },
});

const restarted = (key: string, before: number | undefined, now: number): Change<Pod> => ({
  type: 'updated',
  key,
  old: pod(key, before),
  object: pod(key, now),
  cause: 'watch',
});

const values: Readonly<Record<string, Change<Pod>>> = {
  a: restarted('a', undefined, 1),
  b: restarted('b', 4, 5),
  c: restarted('a', 1, 4), // three restarts in one change, as if an event had been missed
  s: restarted('a', 3, 3),
  r: restarted('a', 3, 0), // the restart count of a new container starts at 0
  n: { type: 'added', key: 'a', object: pod('a', 9), cause: 'watch' },
  d: { type: 'deleted', key: 'a', object: pod('a', 9), finalStateKnown: true, cause: 'watch' },
};
const emitted = { x: { key: 'a', times: 3 }, y: { key: 'b', times: 3 }, z: { key: 'a', times: 4 } };
const often = restartingOften(2, 10);

describe('restartingOften', () => {
  it.each([
    ['a pod with more restarts than the limit, for each pod separately', '-abaabb', '----x-y'],
    ['a pod once, until it restarts less often', '-aaaa--------------aaa', '---x-----------------x'],
    ['nothing for restarts that are further apart', '-a-----a-----a-----a', '--------------------'],
    ['a pod again after it was at the limit in between', '-a-aa-------a', '----x-------x'],
    ['several restarts in one change', '-ac', '--z'],
    ['nothing for changes that are not restarts', '-nsrdnsrdaa', '-----------'],
  ])('should emit %s', (_what, changes, expected) => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(hot(changes, values).pipe(often)).toBe(expected, emitted);
    });
  });

  it('should agree with a count over all earlier changes', () => {
    const restart = fc.record({
      key: fc.constantFrom('a', 'b'),
      gap: fc.integer({ min: 0, max: 6 }).map((steps) => 2 * steps),
      more: fc.integer({ min: 1, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(restart, { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 20 }).map((steps) => 2 * steps + 1), // the times of restarts are even and the window is odd, so no window ends at a restart
        (restarts, limit, window) => {
          let at = 0;
          const counted: { readonly key: string; readonly more: number; readonly at: number }[] = [];
          const expected = restarts.flatMap(({ key, gap, more }) => {
            at += gap;
            const before = counted
              .filter((one) => one.key === key && one.at > at - window)
              .reduce((sum, one) => sum + one.more, 0);
            counted.push({ key, more, at });
            return before <= limit && before + more > limit ? [{ key, times: before + more }] : [];
          });

          marbles().run(({ expectObservable, flush }) => {
            const changes$ = from(restarts).pipe(
              concatMap(({ key, gap, more }) =>
                (gap === 0 ? of(0) : timer(gap)).pipe(map(() => restarted(key, 1, 1 + more))),
              ),
            );
            const result$ = changes$.pipe(restartingOften(limit, window), toArray());
            const end = at + (restarts.length === 0 ? 0 : window);
            expectObservable(result$).toBe(`${end === 0 ? '' : `${end}ms `}(r|)`, { r: expected });
            flush();
          });
        },
      ),
    );
    expect.hasAssertions();
  });

  it('should complete with an empty source, and wait with a source that never emits', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const empty = cold<Change<Pod>>('|');
      const never = cold<Change<Pod>>('-');

      expectObservable(empty.pipe(often)).toBe('|');
      expectObservable(never.pipe(often)).toBe('-');
      expectSubscriptions(empty.subscriptions).toBe('(^!)');
    });
  });

  it('should emit an error immediately', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-aa-#', values);

      expectObservable(source.pipe(often)).toBe('----#');
      expectSubscriptions(source.subscriptions).toBe('^---!');
    });
  });

  it('should unsubscribe from its source, and leave no timer, after an early unsubscribe', () => {
    const scheduler = marbles();
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-aaaa', values);

      expectObservable(source.pipe(often), '^---!').toBe('---x', emitted);
      expectSubscriptions(source.subscriptions).toBe('^---!');
    });
    expect(scheduler.frame).toBeLessThan(10);
  });

  it('should start to count again for each subscription', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = cold('-aa|', values);
      const result$ = source.pipe(often);

      expectObservable(result$).toBe('------------|');
      expectObservable(result$, '--^').toBe('--------------|');
    });
  });
});
