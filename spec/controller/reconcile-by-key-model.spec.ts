import { expect, it } from '@jest/globals';
import { asyncScheduler, ignoreElements, Observable, timer } from 'rxjs';
import {
  exponentialLimiter,
  type Reconcile,
  reconcileByKey,
  type ReconcileRequest,
} from 'rx-informer/controller';
import { marbleScheduler } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';

interface Run {
  readonly key: string;
  readonly startedAt: number;
  endedAt: number;
  hasFailed: boolean;
}

const request = fc.record({
  at: fc.nat(200),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  priority: fc.constantFrom('normal' as const, 'low' as const),
});
const plan = fc.record({
  requests: fc.array(request, { maxLength: 40 }),
  concurrency: fc.integer({ min: 1, max: 3 }),
  /** The duration and the result of each planned run, in order. Later runs have the duration of the last entry. */
  runs: fc.array(fc.record({ ms: fc.nat(30), fails: fc.boolean(), requeueAfter: fc.option(fc.nat(40)) }), {
    minLength: 1,
    maxLength: 30,
  }),
  /** The times at which `enabled` changes. */
  toggles: fc.array(fc.nat(200), { maxLength: 4 }),
});

it('should keep G19, G20, G25 and the concurrency, for any requests, runs and gates', () => {
  let runCount = 0;
  fc.assert(
    fc.property(plan, ({ requests, concurrency, runs, toggles }) => {
      marbleScheduler().run(({ flush, expectObservable }) => {
        const started: Run[] = [];
        const now = (): number => asyncScheduler.now();
        const running = new Set<Run>();
        // If a run threw an error, the error would only become an outcome, and the test would pass. Therefore a run
        // adds problems to this list.
        const violations: string[] = [];
        let isEnabled = toggles.length % 2 === 0;
        const enabled$ = new Observable<boolean>((subscriber) => {
          subscriber.next(isEnabled);
          for (const at of [...toggles].sort((a, b) => a - b)) {
            timer(at).subscribe(() => {
              isEnabled = !isEnabled;
              subscriber.next(isEnabled);
            });
          }
        });
        const requests$ = new Observable<ReconcileRequest>((subscriber) => {
          for (const { at, key, priority } of requests)
            timer(at).subscribe(() => subscriber.next({ key, priority }));
        });
        const reconcile: Reconcile = ({ key }) =>
          new Observable((subscriber) => {
            if (!isEnabled) violations.push(`${key} started while disabled`);
            if ([...running].some((run) => run.key === key)) violations.push(`${key} has two runs`);
            const { ms, fails, requeueAfter } = runs[Math.min(started.length, runs.length - 1)] ?? {
              ms: 0,
              fails: false,
              requeueAfter: null,
            };
            // Each run after the planned runs succeeds, so that the retries end.
            const isPlanned = started.length < runs.length;
            const run: Run = { key, startedAt: now(), endedAt: Infinity, hasFailed: isPlanned && fails };
            started.push(run);
            runCount++;
            running.add(run);
            if (running.size > concurrency) violations.push(`${running.size} runs`);
            const end = timer(ms).subscribe(() => {
              run.endedAt = now();
              if (run.hasFailed) subscriber.error(new Error('no luck'));
              if (isPlanned && requeueAfter !== null) subscriber.next({ requeueAfter });
              subscriber.complete();
            });
            return () => {
              running.delete(run);
              end.unsubscribe();
            };
          });
        const outcomes$ = requests$.pipe(
          reconcileByKey(reconcile, {
            concurrency,
            enabled: enabled$,
            rateLimiter: exponentialLimiter({ base: 2, max: 50 }),
          }),
        );
        const emitted$ = outcomes$.pipe(ignoreElements());
        expectObservable(emitted$, '5s !').toBe('');
        flush();
        expect(violations).toEqual([]);
        // For each request, a run of the same key must start at the time of the request or later. This run must
        // succeed.
        for (const { at, key } of requests) {
          expect(started.some((run) => run.key === key && run.startedAt >= at && !run.hasFailed)).toBe(true);
        }
      });
    }),
    { numRuns: 60 },
  );
  expect(runCount).toBeGreaterThan(300);
});
