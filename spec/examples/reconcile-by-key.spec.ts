import { describe, expect, it } from '@jest/globals';
import {
  defer,
  firstValueFrom,
  map,
  type Observable,
  of,
  range,
  Subject,
  take,
  tap,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import {
  assertMarbles,
  assertNothingOpen,
  emissionsOf,
  marbleScheduler,
  seededRandom,
} from 'rx-informer/testing';
import {
  reconcileByKey,
  type Reconciled,
  type ReconcileOptions,
} from '../../examples/pod-keeper/reconcile-by-key.ts';
import { type Plan, reconciledByModel, type Run } from './support/reconcile-model.ts';

/** Returns work that takes `ms` ms and then emits its key. */
const takes =
  (ms: number) =>
  (key: string): Observable<string> =>
    timer(ms).pipe(map(() => key));

/** Returns work that fails `times` times without a delay, and then succeeds. */
const fails =
  (times: number) =>
  (key: string): Observable<string> =>
    defer(() => (times-- > 0 ? throwError(() => new Error('no')) : of(key)));

const shown = (done: Reconciled<string>): string =>
  'value' in done ? done.value : `${done.key} failed, again in ${done.retryIn} ms`;

/** Returns the operator `reconcileByKey`. Its results are converted to text. */
const reconciled = (work: (key: string) => Observable<string>, options?: ReconcileOptions) => {
  const operator = reconcileByKey(work, options);
  return (keys$: Observable<string>): Observable<string> => keys$.pipe(operator, map(shown));
};

describe('reconcileByKey', () => {
  it.each([
    ['one run for one key', '-a', '----a'],
    ['one more run for all that came during a run', '-a-(aa)', '----a--a'],
    ['runs of different keys beside one another', '-ab', '----ab'],
    ['a run for each key that comes when it is idle', 'a---a', '---a---a'],
    ['nothing, for a source that never emits', '-', '-'],
    ['nothing, for a source that completes at once', '|', '|'],
    ['all runs, for a source that completes before them', '(ab|)', '---(ab|)'],
  ])('should make %s', (_what, keys, expected) => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      expectObservable(hot(keys).pipe(reconciled(takes(3))), '^ 60ms !').toBe(expected);
    });
  });

  it('should hold the limit, and starve no key', () => {
    const scheduler = marbleScheduler();
    let running = 0;
    let most = 0;
    const work = (key: string): Observable<string> =>
      defer(() => {
        most = Math.max(most, ++running);
        return takes(5)(key);
      }).pipe(tap({ finalize: () => running-- }));

    const seen = scheduler.run(({ hot, flush }) => {
      // The keys a and b arrive many times. The keys c and d arrive once.
      const keys$ = hot('(abcd)a-b-a-b-a-b-a-b-a-b');
      const recorded = emissionsOf(keys$.pipe(reconciled(work, { concurrency: 2 })), '^ 60ms !');
      flush();
      return recorded;
    });

    expect(seen.values.slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(most).toBe(2);
    expect(running).toBe(0);
  });

  it('should try again what failed, later each time, up to a minute', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      const at = (ms: number): string => `a failed, again in ${ms} ms`;
      const words = {
        ...{ a: 'a', b: at(1000), c: at(2000), d: at(4000) },
        ...{ e: at(8000), f: at(16000), g: at(32000), h: at(60000) },
      };

      expectObservable(hot('a').pipe(reconciled(fails(7))), '^ 3m !').toBe(
        'b 999ms c 1999ms d 3999ms e 7999ms f 15999ms g 31999ms h 59999ms a',
        words,
      );
    });
  });

  it('should count failures anew after a success', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      let times = 0;
      const work = (key: string): Observable<string> =>
        defer(() => (times++ === 1 ? of(key) : throwError(() => new Error('no'))));
      const words = { a: 'a', b: 'a failed, again in 1000 ms' };

      expectObservable(hot('a 2s a').pipe(reconciled(work)), '^ 2500ms !').toBe('b 999ms a 1000ms b', words);
    });
  });

  it('should work on a key at once that comes while it waits for its next try', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      const words = {
        ...{ a: 'a', b: 'a failed, again in 1000 ms' },
        ...{ c: 'a failed, again in 2000 ms', d: 'a failed, again in 4000 ms' },
      };

      // The third delay would end at 7000 ms. But the key arrives at 5000 ms. Its run starts at once, and no run starts
      // at 7000 ms.
      expectObservable(hot('a 4999ms a').pipe(reconciled(fails(3))), '^ 60s !').toBe(
        'b 999ms c 1999ms d 1999ms a',
        words,
      );
    });
  });

  it('should say that the next try begins at once where the key came during the failed run', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      let times = 0;
      const work = (key: string): Observable<string> =>
        timer(3).pipe(
          map(() => {
            if (times++ === 0) throw new Error('no');
            return key;
          }),
        );

      expectObservable(hot('aa').pipe(reconciled(work)), '^ 9s !').toBe('---b--a', {
        a: 'a',
        b: 'a failed, again in 0 ms',
      });
    });
  });

  it('should hold up no other key while one waits', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      const work = (key: string): Observable<string> =>
        key === 'a' ? throwError(() => new Error('no')) : of(key);
      const keys$ = hot('a--b').pipe(
        reconciled(work, { concurrency: 1 }),
        map((line) => line.slice(0, 1)),
      );

      expectObservable(keys$, '^ 100ms !').toBe('a--b');
    });
  });

  it('should look again after a success for as long as requeueAfter says, and leave a deleted key alone', () => {
    marbleScheduler().run(({ hot, flush }) => {
      const objects = new Set(['a']);
      const requeueAfter = (key: string): number | undefined => (objects.has(key) ? 10 : undefined);
      const keys$ = hot('a----a 20ms a');
      const seen = emissionsOf(keys$.pipe(reconciled(takes(1), { requeueAfter })), '^ 60m !');
      timer(25).subscribe(() => objects.clear());
      flush();

      // The key arrives a last time when its object is deleted. The run for this delete is the last run.
      assertMarbles(seen, '-a----a 10ms a 8ms -a');
    });
  });

  it('should keep nothing of keys that came and went', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ flush }) => {
      let subscribed = 0;
      const work = (key: string): Observable<string> =>
        timer(1).pipe(
          map(() => key),
          tap({ subscribe: () => subscribed++, finalize: () => subscribed-- }),
        );
      const keys$ = range(0, 10_000).pipe(map((nth) => `shop/pod-${nth}`));
      const seen = emissionsOf(keys$.pipe(reconciled(work, { concurrency: 100 })));
      flush();

      // The operator completes only when it has removed all keys.
      expect([seen.values.length, seen.closed, subscribed]).toEqual([10_000, true, 0]);
      assertNothingOpen(scheduler);
    });
  });

  it('should not overflow the stack where thousands of runs that end at once wait behind a slow one', () => {
    marbleScheduler().run(({ flush }) => {
      const keys$ = range(0, 20_000).pipe(map((nth) => `${nth}`));
      const work = (key: string): Observable<string> => (key === '0' ? takes(5)(key) : of(key));
      const seen = emissionsOf(keys$.pipe(reconciled(work, { concurrency: 1 })));
      flush();

      expect([seen.values.length, seen.closed]).toEqual([20_000, true]);
    });
  });

  it('should take what throws at once for a failure, and work with promises', async () => {
    const work = (key: string): Promise<string> => {
      if (key === 'b') throw new Error('no');
      return Promise.resolve(key);
    };
    const done$ = of('a', 'b').pipe(reconcileByKey(work), map(shown), take(2), toArray());

    expect(await firstValueFrom(done$)).toEqual(['b failed, again in 1000 ms', 'a']);
  });

  it('should pass an error of its source on, and stop', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      expectObservable(cold('-a#').pipe(reconciled(takes(3)))).toBe('--#');
    });
  });

  it('should stop runs and waits when it is unsubscribed, and begin none that waits', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ cold, hot, expectObservable, expectSubscriptions, flush }) => {
      const [source, work] = [hot('-abb-'), cold('----x')];

      expectObservable(source.pipe(reconciled(() => work, { concurrency: 1 })), '^---!').toBe('-');
      expectSubscriptions(source.subscriptions).toBe('^---!');
      expectSubscriptions(work.subscriptions).toBe('-^--!');
      emissionsOf(of('a').pipe(reconciled(fails(9))), '^ 5s !');
      flush();
      assertNothingOpen(scheduler);
      expect(scheduler.frame).toBeLessThan(5002);
    });
  });

  it('should keep nothing from one subscription to the next', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const done$ = cold('-a-|').pipe(reconciled(takes(1)));

      expectObservable(done$, '^ 9ms !').toBe('--a|');
      expectObservable(done$, '--- ^ 9ms !').toBe('-----a|');
    });
  });

  it('should begin and end each run when a naive model does, for 200 random plans', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const plan = planOf(seed);
      const runs = runsOf(plan, 60_000);
      expect(runs.length).toBeGreaterThan(0);
      expect({ seed, runs }).toEqual({ seed, runs: reconciledByModel(plan, 60_000) });
    }
  });
});

/** Returns the runs of the operator that end before `until`. The runs are in the order of their ends. */
function runsOf({ concurrency, retryDelay, requeueAfter, ...plan }: Plan, until: number): readonly Run[] {
  const runs: Run[] = [];
  const scheduler = marbleScheduler();
  scheduler.run(({ flush }) => {
    const keys$ = new Subject<string>();
    const tries = new Map<string, number>();
    const work = (key: string): Observable<string> => {
      const nth = tries.get(key) ?? 0;
      tries.set(key, nth + 1);
      const { ms, fails: isFailure } = plan.work(key, nth);
      const from = scheduler.now();
      return timer(ms).pipe(
        map(() => {
          runs.push({ key, from, to: scheduler.now() });
          if (isFailure) throw new Error('no');
          return key;
        }),
      );
    };
    emissionsOf(
      keys$.pipe(reconcileByKey(work, { concurrency, retryDelay, requeueAfter })),
      `^ ${until}ms !`,
    );
    for (const { at, key } of plan.touches) scheduler.schedule(() => keys$.next(key), at);
    flush();
  });
  return runs;
}

/**
 * Makes a random plan of arriving keys. The times are not whole numbers, so that no two events happen at the same
 * time.
 */
function planOf(seed: number): Plan {
  const random = seededRandom(seed);
  const keys = ['a', 'b', 'c', 'd', 'e'].slice(0, 1 + Math.floor(random() * 5));
  const keyAt = () => keys[Math.floor(random() * keys.length)] ?? 'a';
  const touches = Array.from({ length: 1 + Math.floor(random() * 30) }, () => ({
    at: random() * 10_000,
    key: keyAt(),
  })).sort((one, other) => one.at - other.at);
  const salt = random();
  return {
    touches,
    concurrency: 1 + Math.floor(random() * 3),
    work: (key, nth) => {
      const own = seededRandom(Math.floor(salt * 1e6) + key.charCodeAt(0) * 1000 + nth);
      return { ms: own() * 2000, fails: own() < 0.3 };
    },
    retryDelay: (failures) => 700.123 * 2 ** failures,
    requeueAfter: (key) => (key < 'c' ? 5000.321 : undefined),
  };
}
