import { describe, expect, it } from '@jest/globals';
import {
  EMPTY,
  map,
  NEVER,
  Observable,
  of,
  type OperatorFunction,
  pipe,
  range,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { BehaviorSubject, concatWith, from, Subject, type Subscription } from 'rxjs';
import process from 'node:process';
import { HandlerError, informer, KubeError, OptionsError } from 'rx-informer';
import {
  exponentialLimiter,
  type Reconcile,
  reconcileByKey,
  type ReconcileContext,
  type ReconcileMetrics,
  type ReconcileOptions,
  type ReconcileOutcome,
  type RateLimiter,
  type ReconcileRequest,
  TerminalError,
} from 'rx-informer/controller';
import { emissionsOf, kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { unhandledErrors } from '../support/unhandled-errors.ts';

/** Each letter of a marble is a key. */
const asRequests = map((key: string): ReconcileRequest => ({ key, cause: 'test' }));

/** Returns an outcome as text: the key, `!` after a failure, `?` after an abort, and the delay until the next run. */
function printed(outcome: ReconcileOutcome): string {
  switch (outcome.outcome) {
    case 'done':
      return outcome.requeueAfter === undefined ? outcome.key : `${outcome.key}+${outcome.requeueAfter}`;
    case 'failed':
      return `${outcome.key}!${outcome.retryAfter ?? ''}`;
    case 'aborted':
      return `${outcome.key}?`;
    case 'notSynced':
      return outcome.inputs.map(({ name, reason }) => `${name}: ${reason}`).join();
  }
}

const reconciled = (reconcile: Reconcile, options?: ReconcileOptions): OperatorFunction<string, string> =>
  pipe(asRequests, reconcileByKey(reconcile, options), map(printed));

/** Returns a reconcile function whose runs take the given number of ms. */
const lasting = (ms: number) => (): Observable<void> => timer(ms).pipe(map(() => undefined));
const rateLimiter = () => exponentialLimiter({ base: 4, max: 100 });

describe('reconcileByKey', () => {
  describe('runs', () => {
    it('should run once for the requests of one task', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const runs$ = cold('-(aab)---|').pipe(reconciled(() => undefined));
        expectObservable(runs$).toBe('-(ab)----|');
      });
    });

    it('should never have two runs of a key, and run once more after requests during a run (G19, G20, B207, B209)', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const runs$ = cold('a-a-a--------|').pipe(reconciled(lasting(5), { concurrency: 3 }));
        expectObservable(runs$).toBe('-----a----a--|');
      });
    });

    it('should have at most `concurrency` runs, and 1 by default', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const keys$ = cold('(abc)------------|');
        expectObservable(keys$.pipe(reconciled(lasting(5)))).toBe('-----a----b----c-|');
        expectObservable(keys$.pipe(reconciled(lasting(5), { concurrency: 2 }))).toBe('-----(ab)-c------|');
      });
    });

    it('should not overflow the stack when thousands of synchronous runs wait behind a slow one', () => {
      marbleScheduler().run(({ flush }) => {
        const keys$ = range(0, 20_000).pipe(map((nth) => `${nth}`));
        const seen = emissionsOf(
          keys$.pipe(reconciled(({ key }) => (key === '0' ? lasting(5)() : undefined))),
        );
        flush();
        expect([seen.values.length, seen.closed]).toEqual([20_000, true]);
      });
    });

    it('should pass the key, the merged causes and the attempt', () => {
      marbleScheduler().run(({ cold, expectObservable, flush }) => {
        const contexts: ReconcileContext[] = [];
        const requests: Record<string, ReconcileRequest> = {
          a: { key: 'shop/web', cause: 'watch' },
          b: { key: 'shop/web', cause: 'pod' },
          c: { key: 'shop/web', cause: 'pod' },
          d: { key: 'shop/web', cluster: 'east' },
        };
        const outcomes$ = cold('(abcd)|', requests).pipe(
          reconcileByKey((context) => void contexts.push(context)),
          map((outcome) => ('causes' in outcome ? outcome.causes.join() : '')),
        );
        expectObservable(outcomes$).toBe('(xy)--|', { x: 'watch,pod', y: '' });
        flush();
        expect(
          contexts.map(({ signal, waitUntil: _waitUntil, ...rest }) => ({
            ...rest,
            aborted: signal.aborted,
          })),
        ).toEqual([
          { key: 'shop/web', causes: ['watch', 'pod'], attempt: 0, aborted: false },
          { key: 'shop/web', cluster: 'east', causes: [], attempt: 0, aborted: false },
        ]);
      });
    });

    it('should run requests of low priority after the other requests', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const requests: Record<string, ReconcileRequest> = {
          a: { key: 'a', priority: 'low' },
          b: { key: 'b', priority: 'low' },
          c: { key: 'c' },
          x: { key: 'b' },
        };
        const runs$ = cold('(abcx)----|', requests).pipe(reconcileByKey(lasting(1)), map(printed));
        expectObservable(runs$).toBe('-cba------|');
      });
    });
  });

  describe('results', () => {
    it('should run a key again after `requeueAfter`, counted from the end of the run', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        let left = 2;
        const reconcile: Reconcile = () =>
          timer(2).pipe(map(() => (left-- > 0 ? { requeueAfter: 5 } : undefined)));
        const runs$ = cold('a-----------------|').pipe(reconciled(reconcile));
        expectObservable(runs$).toBe('--x------x------a-|', { x: 'a+5', a: 'a' });
      });
    });

    it('should keep the time of a requeue when a change runs the key before (G22)', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        let isFirst = true;
        const reconcile: Reconcile = () => {
          const result = isFirst ? { requeueAfter: 9 } : undefined;
          isFirst = false;
          return result;
        };
        expectObservable(cold('a--a---------|').pipe(reconciled(reconcile))).toBe('x--a-----a---|', {
          x: 'a+9',
          a: 'a',
        });
      });
    });

    it.each<[string, Reconcile]>([
      ['a promise', () => Promise.resolve({ requeueAfter: 7 })],
      ['an Observable', () => of({ requeueAfter: 3 }, { requeueAfter: 7 })],
      ['a value', () => ({ requeueAfter: 7 })],
      [
        'a generator',
        function* () {
          yield { requeueAfter: 7 };
        },
      ],
      [
        'an async generator',
        async function* () {
          await Promise.resolve();
          yield { requeueAfter: 7 };
        },
      ],
    ])('should accept the result of %s', async (_what, reconcile) => {
      const outcomes = await collect(of('a').pipe(reconciled(reconcile)));
      expect(outcomes).toEqual(['a+7']);
    });

    it.each([
      ['a text'],
      [5],
      [{ requeueafter: 5 }],
      [[Promise.resolve()]],
      [[timer(1)]],
      [{ requeueAfter: -1 }],
      [{ requeueAfter: 'soon' }],
      [{ requeueAfter: NaN }],
    ])('should fail for the result %j, and retry', (result) => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const reconcile = (() => result) as unknown as Reconcile;
        const errors$ = cold('a--|', { a: { key: 'a' } }).pipe(
          reconcileByKey(reconcile, { rateLimiter: rateLimiter() }),
          map((outcome) => (outcome.outcome === 'failed' ? String(outcome.error).slice(0, 40) : outcome)),
        );
        expectObservable(errors$).toBe('x--|', {
          x: 'OptionsError: reconcile: result must be n'.slice(0, 40),
        });
      });
    });
  });

  describe('failures', () => {
    const failing =
      (times: number): Reconcile =>
      () => {
        if (times-- > 0) throw new Error('no luck');
      };

    it('should retry a failed key after the delay of the rate limiter, and forget the failures after a success', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const limiter = rateLimiter();
        const runs$ = cold('a---------------|').pipe(
          reconciled(failing(2), { rateLimiter: limiter }),
          tap({ complete: () => expect(limiter.retries('a')).toBe(0) }),
        );
        expectObservable(runs$).toBe('x---y-------a---|', { x: 'a!4', y: 'a!8', a: 'a' });
      });
    });

    it.each<[string, Reconcile]>([
      [
        'throws',
        () => {
          throw new Error('x');
        },
      ],
      ['rejects', () => Promise.reject(new Error('x'))],
      ['errors', () => throwError(() => new Error('x'))],
    ])('should emit the failure of a run that %s, and stay alive', async (_how, reconcile) => {
      const outcomes = await collect(of('a', 'b').pipe(reconciled(reconcile)));
      expect(outcomes).toEqual(['a!', 'b!']); // the source has completed, so no retry
    });

    it('should immediately run a key that changes during its backoff (B225)', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const runs$ = cold('a-a------|').pipe(reconciled(failing(1), { rateLimiter: rateLimiter() }));
        expectObservable(runs$).toBe('x-a------|', { x: 'a!4', a: 'a' });
      });
    });

    it('should run other keys while a key waits for its retry', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const reconcile: Reconcile = ({ key }) => {
          if (key === 'a') throw new Error('no luck');
        };
        const runs$ = cold('a-b------|').pipe(
          reconciled(reconcile, { concurrency: 1, rateLimiter: rateLimiter() }),
        );
        expectObservable(runs$).toBe('x-b-y----|', { x: 'a!4', b: 'b', y: 'a!8' });
      });
    });

    it('should not let a repeat end a backoff, but a request of low priority (G21)', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const requests: Record<string, ReconcileRequest> = {
          a: { key: 'a' },
          r: { key: 'a', isRepeat: true },
          l: { key: 'a', priority: 'low' },
        };
        const outcomes = { x: 'a!4', a: 'a' };
        const runs = (marbles: string) =>
          cold(marbles, requests).pipe(
            reconcileByKey(failing(1), { rateLimiter: rateLimiter() }),
            map(printed),
          );
        expectObservable(runs('a-r------|')).toBe('x---a----|', outcomes);
        expectObservable(runs('a-l------|')).toBe('x-a------|', outcomes);
      });
    });

    it('should not retry after a TerminalError, but run at the next request', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        let isFirst = true;
        const reconcile: Reconcile = () => {
          const fails = isFirst;
          isFirst = false;
          if (fails) throw new TerminalError('spec.replicas must be 1 or more');
        };
        expectObservable(cold('a-----a--|').pipe(reconciled(reconcile))).toBe('x-----a--|', {
          x: 'a!',
          a: 'a',
        });
      });
    });

    it.each(['', '/a', 'a/', 'a/b/c', 'a\nb', undefined, 7, null, Object.create(null) as object])(
      'should refuse the key %j, and continue',
      (key) => {
        marbleScheduler().run(({ cold, expectObservable }) => {
          const values = { x: { key } as ReconcileRequest, a: { key: 'a' } };
          const outcomes$ = cold('(xa)-|', values).pipe(
            reconcileByKey(() => undefined),
            map((outcome) =>
              outcome.outcome === 'failed' ? outcome.error instanceof OptionsError : outcome.outcome,
            ),
          );
          expectObservable(outcomes$).toBe('(xa)-|', { x: true, a: 'done' });
        });
      },
    );

    it.each<[string, RateLimiter['when']]>([
      [
        'throws',
        () => {
          throw new Error('no limiter');
        },
      ],
      ['returns NaN', () => NaN],
      ['returns no number', () => 'soon' as never],
    ])('should retry after 1 s if the limiter %s, and report it', (_how, when) => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const limiter: RateLimiter = { when, forget: () => undefined, retries: () => 0 };
        const outcomes$ = cold('a 2s |').pipe(
          map((key) => ({ key })),
          reconcileByKey(failing(1), { rateLimiter: limiter }),
          map((outcome) =>
            outcome.outcome === 'failed' ? `${String(outcome.error)} ${outcome.retryAfter}` : outcome.outcome,
          ),
          map((text) => text.replace(/: .*\./, '')),
          map((text) => (text.startsWith('HandlerError') ? 'limiter' : text)),
        );
        expectObservable(outcomes$).toBe('x 999ms a 1s |', { x: 'limiter', a: 'done' });
      });
    });

    it.each<[string, Partial<RateLimiter>]>([
      [
        'forget',
        {
          forget: () => {
            throw new Error('no limiter');
          },
        },
      ],
      [
        'retries',
        {
          retries: () => {
            throw new Error('no limiter');
          },
        },
      ],
    ])('should report an error of `%s` of the limiter as a failure, and continue', (_name, broken) => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const limiter: RateLimiter = { when: () => 5, forget: () => undefined, retries: () => 0, ...broken };
        const outcomes$ = cold('a--------|').pipe(
          map((key) => ({ key })),
          reconcileByKey(() => undefined, { rateLimiter: limiter }),
          map((outcome) => (outcome.outcome === 'failed' ? outcome.error instanceof HandlerError : outcome)),
        );
        expectObservable(outcomes$).toBe('x----x---|', { x: true });
      });
    });

    it('should count a returned error as a failure, and recognise a returned TerminalError', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const returned = (() => new Error('x')) as unknown as Reconcile;
        expectObservable(cold('a|').pipe(reconciled(returned))).toBe('x|', { x: 'a!5' });
        const cause = new Error('no image');
        expect(new TerminalError(cause)).toMatchObject({ message: 'no image', cause });
      });
    });

    it('should wait for the longest timer if the limiter returns Infinity', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const limiter: RateLimiter = { when: () => Infinity, forget: () => undefined, retries: () => 0 };
        expectObservable(cold('a|').pipe(reconciled(failing(1), { rateLimiter: limiter }))).toBe('x|', {
          x: 'a!2147483647',
        });
      });
    });

    it('should refuse a request that is null', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const outcomes$ = cold('x|', { x: null as unknown as ReconcileRequest }).pipe(
          reconcileByKey(() => undefined),
          map(({ outcome }) => outcome),
        );
        expectObservable(outcomes$).toBe('x|', { x: 'failed' });
      });
    });
  });

  describe('timeout', () => {
    it('should abort a run that is too long, and retry', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const signals: AbortSignal[] = [];
        const reconcile: Reconcile = ({ signal }) => {
          signals.push(signal);
          return signals.length === 1 ? NEVER : EMPTY;
        };
        const runs$ = cold('a----------|').pipe(
          reconciled(reconcile, { timeout: 3, rateLimiter: rateLimiter() }),
          tap({ complete: () => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]) }),
        );
        expectObservable(runs$).toBe('---x---a---|', { x: 'a!4', a: 'a' });
      });
    });

    it('should hold a key until its promise has settled, and run other keys meanwhile (G19)', async () => {
      const log: string[] = [];
      let release: () => void = () => undefined;
      const keys$ = new Subject<string>();
      const reconcile: Reconcile = ({ key, attempt }) => {
        log.push(`${key}${attempt}`);
        return key === 'a' && attempt === 0 ? new Promise<void>((resolve) => (release = resolve)) : undefined;
      };
      const subscription = keys$
        .pipe(reconciled(reconcile, { timeout: 20, rateLimiter: exponentialLimiter({ base: 1 }) }))
        .subscribe();
      keys$.next('a');
      keys$.next('b');
      await later(80);
      expect(log).toEqual(['a0', 'b0']);
      release();
      await later(20);
      expect(log).toEqual(['a0', 'b0', 'a1']);
      subscription.unsubscribe();
    });
  });

  describe('promises', () => {
    it('should hold a key until its async generator has ended (G19)', async () => {
      let [running, most, runs] = [0, 0, 0];
      const reconcile: Reconcile = async function* () {
        runs++;
        most = Math.max(most, ++running);
        try {
          await later(40);
          yield undefined;
        } finally {
          running--;
        }
      };
      const subscription = of({ key: 'a' })
        .pipe(
          concatWith(NEVER),
          reconcileByKey(reconcile, { timeout: 10, rateLimiter: exponentialLimiter({ base: 1 }) }),
        )
        .subscribe();
      await later(150);
      subscription.unsubscribe();
      expect(runs).toBeGreaterThan(1);
      expect(most).toBe(1);
    });

    it('should hold a key for each promise of `waitUntil`, also for a late one, and not report its rejection', async () => {
      const reported: unknown[] = [];
      const listener = (error: unknown): void => void reported.push(error);
      process.on('unhandledRejection', listener);
      let [running, most] = [0, 0];
      const work = async (fails: boolean): Promise<void> => {
        most = Math.max(most, ++running);
        await later(30);
        running--;
        if (fails) throw new Error('no luck');
      };
      const keys$ = new Subject<string>();
      const subscription = keys$
        .pipe(
          reconciled(({ waitUntil }) => {
            const first = work(true);
            waitUntil(first);
            void first.catch(() => waitUntil(work(false)));
          }),
        )
        .subscribe();
      keys$.next('a');
      await later(20);
      keys$.next('a');
      await later(200);
      subscription.unsubscribe();
      process.off('unhandledRejection', listener);
      expect([most, reported]).toEqual([1, []]);
    });

    it('should let timers run between many runs with promises (PF9)', async () => {
      let turns = 0;
      const timers = setInterval(() => turns++, 1);
      const keys$ = from(Array.from({ length: 1_000 }, (_none, at) => `key-${at}`));
      const reconcile = async (): Promise<void> => {
        await Promise.resolve();
        for (const end = performance.now() + 0.1; performance.now() < end;);
      };
      await collect(keys$.pipe(reconciled(reconcile)));
      clearInterval(timers);
      expect(turns).toBeGreaterThan(5);
    });
  });

  describe('debounce', () => {
    it('should run after `wait` without a request, and after `maxWait` at the latest', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const debounce = { wait: 3, maxWait: 7 };
        expectObservable(cold('a-a---------|').pipe(reconciled(() => undefined, { debounce }))).toBe(
          '-----a------|',
        );
        expectObservable(cold('a-a-a-a-a-----|').pipe(reconciled(() => undefined, { debounce }))).toBe(
          '-------a---a--|',
        );
      });
    });
  });

  describe('inputs', () => {
    it('should start no run before all inputs have synced (G23)', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const [pods, nodes] = [new BehaviorSubject(status(false)), new BehaviorSubject(status(true))];
        cold('----x|').subscribe(() => pods.next(status(true)));
        const inputs = { pods: { status$: pods }, nodes: { status$: nodes } };
        expectObservable(cold('a-------|').pipe(reconciled(() => undefined, { inputs }))).toBe('----a---|');
      });
    });

    it('should name the inputs that have not synced after each `syncTimeout`', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const failure = new KubeError('forbidden', 'pods is forbidden');
        const inputs = {
          pods: {
            status$: new BehaviorSubject({ ...status(false), phase: 'waiting', error: failure } as never),
          },
          jobs: { status$: new BehaviorSubject({ phase: 'stopped', hasSynced: false } as never) },
          nodes: { status$: new BehaviorSubject(status(true)) },
        };
        const outcomes$ = cold('a-----------|').pipe(
          reconciled(() => undefined, { inputs, syncTimeout: 5, drainTimeout: 1 }),
        );
        const late =
          'pods: waiting to try again: pods is forbidden,jobs: not running: subscribe to its changes, or start it';
        expectObservable(outcomes$).toBe('-----x----x--|', { x: late });
      });
    });
  });

  describe('enabled', () => {
    it('should treat only true as true', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const enabled = cold('x', { x: 'yes' as unknown as boolean });
        expectObservable(cold('a--').pipe(reconciled(() => undefined, { enabled }))).toBe('');
      });
    });

    it('should start no run before true, abort the runs at false, and run their keys at the next true (G25)', () => {
      marbleScheduler().run(({ cold, hot, expectObservable }) => {
        const enabled = hot('---t--f---t------', { t: true, f: false });
        const aborted: boolean[] = [];
        const reconcile: Reconcile = ({ signal }) =>
          new Observable((subscriber) => {
            const inner = timer(5).subscribe(() => subscriber.complete());
            return () => {
              inner.unsubscribe();
              aborted.push(signal.aborted);
            };
          });
        const runs$ = cold('a---------------|').pipe(reconciled(reconcile, { enabled }));
        expectObservable(runs$).toBe('------x--------a|', { x: 'a?', a: 'a' });
      });
    });

    it('should error with the error of `enabled`', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        expectObservable(
          cold('a------').pipe(reconciled(() => undefined, { enabled: cold<boolean>('--#') })),
        ).toBe('--#');
      });
    });
  });

  describe('the end', () => {
    it('should run the ready keys after the source has completed, drop retries, and complete', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const reconcile: Reconcile = ({ key }) =>
          key === 'a' ? throwError(() => new Error('x')) : timer(2).pipe(map(() => undefined));
        expectObservable(cold('(abc|)').pipe(reconciled(reconcile))).toBe('x-b-(c|)', {
          x: 'a!',
          b: 'b',
          c: 'c',
        });
      });
    });

    it('should run a debounced key when the source completes', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const debounce = { wait: 5, maxWait: 10 };
        expectObservable(cold('(a|)').pipe(reconciled(() => undefined, { debounce }))).toBe('(a|)');
      });
    });

    it('should finish the running runs after `stop$`, start no other, and complete (G24, B211, B214)', () => {
      marbleScheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
        const source = cold('(ab)--c---------');
        const runs$ = source.pipe(reconciled(lasting(4), { stop$: cold('--x') }));
        expectObservable(runs$).toBe('----(a|)');
        expectSubscriptions(source.subscriptions).toBe('^-!');
      });
    });

    it('should complete immediately if `stop$` emits during the subscription', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        expectObservable(cold('a---').pipe(reconciled(lasting(4), { stop$: of(1) }))).toBe('|');
      });
    });

    it('should abort the runs at the end of `drainTimeout`', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const runs$ = cold('a-|').pipe(reconciled(() => NEVER, { drainTimeout: 5 }));
        expectObservable(runs$).toBe('-------(x|)', { x: 'a?' });
      });
    });

    it('should abort the runs and the timers when the subscriber unsubscribes', () => {
      marbleScheduler().run(({ cold, expectObservable, expectSubscriptions, flush }) => {
        const signals: AbortSignal[] = [];
        const run = cold('----------x');
        const reconcile: Reconcile = ({ signal }) => {
          signals.push(signal);
          return run.pipe(map(() => undefined));
        };
        expectObservable(cold('a------').pipe(reconciled(reconcile)), '----!').toBe('-----');
        expectSubscriptions(run.subscriptions).toBe('^---!');
        flush();
        expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      });
    });

    it('should allow a run that unsubscribes the operator itself', () => {
      const keys$ = new Subject<string>();
      const outcomes: string[] = [];
      marbleScheduler().run(({ flush }) => {
        const subscription: Subscription = keys$
          .pipe(reconciled(() => subscription.unsubscribe()))
          .subscribe((outcome) => outcomes.push(outcome));
        keys$.next('a');
        keys$.next('b');
        flush();
        expect(outcomes).toEqual([]);
        expect(keys$.observed).toBe(false);
      });
    });
  });

  describe('the fixed tail', () => {
    it('should complete over an empty source, and over one that completes later', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        expectObservable(EMPTY.pipe(reconciled(() => undefined))).toBe('|');
        expectObservable(cold('---|').pipe(reconciled(() => undefined))).toBe('---|');
      });
    });

    it('should emit nothing over a source that never emits', () => {
      marbleScheduler().run(({ expectObservable }) => {
        expectObservable(NEVER.pipe(reconciled(() => undefined))).toBe('');
      });
    });

    it('should error with the error of the source, and abort the runs', () => {
      marbleScheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
        const run = cold<never>('-----');
        expectObservable(cold('a--#').pipe(reconciled(() => run))).toBe('---#');
        expectSubscriptions(run.subscriptions).toBe('^--!');
      });
    });

    it('should start again for each subscription', () => {
      marbleScheduler().run(({ cold, expectObservable }) => {
        const runs$ = cold('a---|').pipe(reconciled(lasting(2)));
        expectObservable(runs$, '^--!').toBe('--a');
        expectObservable(runs$, '-----^').toBe('-------a-|');
      });
    });
  });

  it('should emit the metrics at the end of each task that changes them', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const seen: ReconcileMetrics[] = [];
      const runs$ = cold('(ab)------|').pipe(
        reconciled(lasting(2), { metrics: { next: (metrics) => seen.push(metrics) } }),
      );
      expectObservable(runs$).toBe('--a-b-----|');
      flush();
      expect(seen.map(({ depth, running, oldestAge, adds }) => [depth, running, oldestAge, adds])).toEqual([
        [1, 1, 0, 2],
        [0, 1, 0, 2],
        [0, 0, 0, 2],
        [0, 0, 0, 2],
      ]);
    });
  });

  describe('an observer of metrics that throws', () => {
    const unhandled = unhandledErrors();

    it('should be called again, end no run, and have each error reported as unhandled', () => {
      marbleScheduler().run(({ cold, expectObservable, flush }) => {
        const error = new Error('the observer threw');
        let calls = 0;
        const next = (): void => {
          calls++;
          throw error;
        };
        const runs$ = cold('(ab)------|').pipe(reconciled(lasting(2), { metrics: { next } }));
        expectObservable(runs$).toBe('--a-b-----|');
        flush();
        expect(calls).toBe(4);
        expect(unhandled).toEqual([error, error, error, error]);
      });
    });
  });

  it('should run the keys of an informer over a virtual cluster', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const pods = virtualCluster().collection('pods');
      pods.put(kubeObject('shop/a'));
      const live = informer(pods.listerWatcher());
      cold('--b|').subscribe(() => pods.put(kubeObject('shop/b')));
      const runs$ = live.changes().pipe(
        map(({ key, cause }): ReconcileRequest => ({ key, cause })),
        reconcileByKey(({ key }) => expect(live.store.get(key)).toBeDefined(), { inputs: { live } }),
        map((outcome) => ('causes' in outcome ? `${outcome.key} ${outcome.causes.join()}` : '')),
      );
      expectObservable(runs$, '----!').toBe('a-b', { a: 'shop/a initial', b: 'shop/b watch' });
    });
  });

  it.each<[string, unknown[], string]>([
    ['no function', ['x'], 'reconcileByKey: reconcile must be a function, not "x"'],
    [
      'an unknown option',
      [() => undefined, { concurency: 2 }],
      "reconcileByKey: unknown option 'concurency'; did you mean 'concurrency'?",
    ],
    [
      'no concurrency',
      [() => undefined, { concurrency: 0 }],
      'reconcileByKey: concurrency must be a whole number, 1 or more, not 0',
    ],
    [
      'no informer',
      [() => undefined, { inputs: { pods: {} } }],
      'reconcileByKey: inputs.pods must be an informer, not an object',
    ],
    [
      'an array of informers',
      [() => undefined, { inputs: [] }],
      'reconcileByKey: inputs must be an object with an informer for each name, not an array',
    ],
    [
      'a wrong debounce',
      [() => undefined, { debounce: { wait: 5, maxWait: 2 } }],
      'reconcileByKey: debounce must be { wait, maxWait } in ms, with wait <= maxWait',
    ],
    [
      'no limiter',
      [() => undefined, { rateLimiter: {} }],
      'reconcileByKey: rateLimiter must be a rate limiter: { when, forget, retries }',
    ],
  ])('should throw for %s', (_what, args, text) => {
    expect(() => reconcileByKey(...(args as Parameters<typeof reconcileByKey>))).toThrow(text);
  });
});

const status = (hasSynced: boolean) =>
  ({ phase: 'watching', since: 0, resourceVersion: '1', hasSynced }) as const;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function collect(source$: Observable<string>): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const values: string[] = [];
    source$.subscribe({
      next: (value) => values.push(value),
      error: reject,
      complete: () => resolve(values),
    });
  });
}
