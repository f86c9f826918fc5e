import { describe, expect, it, jest } from '@jest/globals';
import { NEVER, Subject, Subscription, throwError } from 'rxjs';
import { informer, KubeError } from 'rx-informer';
import {
  operations,
  type OperationsOptions,
  reconcileByKey,
  type ReconcileMetrics,
  type ReconcileOutcome,
  type ReconcileRequest,
  TerminalError,
} from 'rx-informer/controller';
import { inspect } from 'rx-informer/inspect';
import { marbleScheduler, pod, virtualCluster } from 'rx-informer/testing';

type Handler = (request: Request) => Promise<Response>;
const get = (handler: Handler, path: string, method = 'GET'): Promise<Response> =>
  handler(new Request(`http://localhost:8080${path}`, { method }));
/** Requests a report. Returns the HTTP status and the lines of the report. */
const reported = async (handler: Handler, path: string): Promise<readonly unknown[]> => {
  const answer = await get(handler, path);
  return [answer.status, ...(await answer.text()).trimEnd().split('\n')];
};

/** Requests the report of a path at each of the given virtual times. Returns the reports. */
async function reportsAt(
  path: string,
  times: readonly number[],
  stopAt: number,
  options: Partial<OperationsOptions> = {},
): Promise<readonly unknown[]> {
  const reports: Promise<readonly unknown[]>[] = [];
  const scheduler = marbleScheduler();
  scheduler.run(({ flush }) => {
    const cluster = virtualCluster({ listLatency: 5, bookmarkInterval: 60_000 });
    cluster.collection('pods').put(pod('a'));
    const pods = informer(cluster.listerWatcher('pods'), {
      reflect: { idleTimeout: 3_600_000, streamingList: 'never' },
    });
    const handler = operations({ informers: { pods }, ...options });
    const running = stopAt > 0 ? pods.start() : new Subscription();
    for (const time of times) scheduler.schedule(() => reports.push(reported(handler, path)), time);
    scheduler.schedule(() => running.unsubscribe(), stopAt);
    flush();
  });
  return (await Promise.all(reports)).map((report) => report.join('; '));
}

describe('operations', () => {
  describe('/readyz and /healthz', () => {
    it('should not quote the text of an error that a function of the program has thrown', async () => {
      const failing = informer(throwError(() => new SyntaxError('"hunter2" is not valid JSON')));
      failing.changes().subscribe({ error: () => undefined });
      const handler = operations({ informers: { failing } });

      for (const path of ['/readyz', '/healthz']) {
        const [status, line] = await reported(handler, path);
        expect([status, line]).toEqual([
          503,
          '[-] informer failing failed: stopped: the source failed: SyntaxError',
        ]);
      }
    });

    it('should name the informer that is not ready, and why', async () => {
      expect(await reportsAt('/readyz', [3, 10], 11)).toEqual([
        '503; [-] informer pods failed: listing, 0 objects so far; readyz check failed',
        '200; [+] informer pods ok; readyz check passed',
      ]);
      expect(await reportsAt('/readyz', [3], 0)).toEqual([
        '503; [-] informer pods failed: not running: subscribe to its changes, or start it; readyz check failed',
      ]);
    });

    it('should become not ready within `maxAge` after the last frame of an idle watch, and ready with a bookmark', async () => {
      const times = [35_000, 36_000, 59_000, 61_000, 95_000, 96_000];
      const reports = await reportsAt('/readyz', times, 96_001, { maxAge: 35_500 });
      expect(reports.map((report) => String(report).slice(0, 3))).toEqual([
        ...['200', '503', '503', '200', '200', '503'],
      ]);
      expect(reports[1]).toBe('503; [-] informer pods failed: no frame for 36 s; readyz check failed');
    });

    it('should be unhealthy only after an informer has ended with an error', async () => {
      const stopped = await reportsAt('/healthz', [10, 20], 15);
      expect(stopped).toEqual([
        '200; [+] informer pods ok; healthz check passed',
        '200; [+] informer pods ok; healthz check passed',
      ]);

      const failing = informer<never>(throwError(() => new KubeError('fatal', 'no such field')));
      failing.changes().subscribe({ error: () => undefined });
      const handler = operations({ informers: { failing } });
      expect(await reported(handler, '/healthz')).toEqual([
        503,
        expect.stringMatching(/^\[-\] informer failing failed: stopped: .*no such field/),
        'healthz check failed',
      ]);
      expect((await reported(handler, '/readyz'))[0]).toBe(503);
    });

    it('should pass without informers, and refuse other paths and methods', async () => {
      const handler = operations({});
      expect(await reported(handler, '/readyz')).toEqual([200, 'readyz check passed']);
      expect(await reported(handler, '/healthz?verbose')).toEqual([200, 'healthz check passed']);
      expect((await get(handler, '/healthz', 'HEAD')).status).toBe(200);
      expect((await get(handler, '/')).status).toBe(404);
      const refused = await get(handler, '/readyz', 'POST');
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  });

  describe('/metrics', () => {
    /** Requests the metrics. Returns one line for each sample. Omits histogram buckets and samples with the value 0. */
    const samples = async (handler: Handler): Promise<readonly string[]> => {
      const answer = await get(handler, '/metrics');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/plain; version=0\.0\.4/),
      ]);
      return (await answer.text())
        .split('\n')
        .filter(
          (line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket') && !line.endsWith(' 0'),
        );
    };

    it('should count the runs of a controller with the names of client-go and controller-runtime', async () => {
      const metrics$ = new Subject<ReconcileMetrics>();
      const outcomes$ = new Subject<ReconcileOutcome>();
      const handler = operations({ controllers: { websites: { metrics$, outcomes$ } } });
      const scheduler = marbleScheduler();
      scheduler.run(({ cold, flush }) => {
        const keys: Record<string, ReconcileRequest> = Object.fromEntries(
          Array.from('abc', (key) => [key, { key }]),
        );
        let failures = 0;
        cold('(abc) 995ms a 999ms |', keys)
          .pipe(
            reconcileByKey(
              ({ key }) => {
                if (key === 'b' && failures++ === 0) throw new Error('not yet');
                if (key === 'c') throw new TerminalError('never');
                return key === 'a' ? { requeueAfter: 60_000 } : undefined;
              },
              { metrics: metrics$ },
            ),
          )
          .subscribe(outcomes$);
        flush();
      });
      const queue = '{name="websites",controller="websites"}';
      expect(await samples(handler)).toEqual([
        `workqueue_adds_total${queue} 5`,
        `workqueue_retries_total${queue} 1`,
        'controller_runtime_reconcile_total{controller="websites",result="success"} 1',
        'controller_runtime_reconcile_total{controller="websites",result="error"} 2',
        'controller_runtime_reconcile_total{controller="websites",result="requeue_after"} 2',
        'controller_runtime_reconcile_errors_total{controller="websites"} 2',
        'controller_runtime_terminal_reconcile_errors_total{controller="websites"} 1',
        `workqueue_queue_duration_seconds_count${queue} 5`,
        `workqueue_work_duration_seconds_count${queue} 5`,
        'controller_runtime_reconcile_time_seconds_count{controller="websites"} 5',
      ]);
    });

    it('should show the depth, the workers, and counts that continue after a restart of the controller', async () => {
      const metrics$ = new Subject<ReconcileMetrics>();
      const handler = operations({ controllers: { websites: { metrics$ } } });
      const sizes = { depth: 0, running: 0, delayed: 0, oldestAge: 0, adds: 0, retries: 0 };
      metrics$.next({ ...sizes, adds: 4, retries: 2 });
      await get(handler, '/metrics');
      metrics$.next({ ...sizes, adds: 6, retries: 2 });
      metrics$.next({ ...sizes, adds: 1, retries: 1, depth: 3, running: 2 });
      const queue = '{name="websites",controller="websites"}';
      expect(await samples(handler)).toEqual([
        `workqueue_adds_total${queue} 7`,
        `workqueue_retries_total${queue} 3`,
        `workqueue_depth${queue} 3`,
        'controller_runtime_active_workers{controller="websites"} 2',
      ]);
    });

    it('should show whether the informers have synced, their objects and their age', async () => {
      const pods = informer(virtualCluster().listerWatcher('pods'));
      expect(await samples(operations({ informers: { pods } }))).toEqual([
        'rx_informer_frame_age_seconds{informer="pods"} +Inf',
      ]);
    });

    it('should answer 501 without the package, and say what to install', async () => {
      const outcomes$ = throwError(() => new Error('of another subscriber'));
      const handler = operations({
        controllers: { websites: { outcomes$, metrics$: NEVER } },
        loadPromClient: () => Promise.resolve(undefined),
      });
      const answer = await get(handler, '/metrics');
      expect([answer.status, await answer.text()]).toEqual([
        501,
        'the metrics need the package prom-client: run `npm install prom-client`, and restart\n',
      ]);
    });
  });

  describe('/debug/informers', () => {
    it('should return the state of each informer as JSON, if the option `inspect` is true', async () => {
      const pods = informer(NEVER);
      const answer = await get(operations({ informers: { pods }, inspect: true }), '/debug/informers');

      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await answer.json()).toEqual({ informers: { pods: inspect(pods) } });
    });

    it('should return 404 without the option', async () => {
      const handler = operations({ informers: { pods: informer(NEVER) } });

      expect((await get(handler, '/debug/informers')).status).toBe(404);
    });

    it('should inspect no informer before the first request', async () => {
      const pods = informer(NEVER);
      const state = jest.spyOn(pods, 'state' as never);
      const handler = operations({ informers: { pods }, inspect: true });

      expect(state).not.toHaveBeenCalled();
      await get(handler, '/debug/informers');
      expect(state).toHaveBeenCalledTimes(1);
    });

    it('should throw for an informer that `inspect` cannot read', () => {
      const { status$, store, lastFrameAt } = informer(NEVER);

      expect(() =>
        operations({ informers: { pods: { status$, store, lastFrameAt } }, inspect: true }),
      ).toThrow('operations: informers.pods must be an informer that inspect can read');
    });
  });

  it.each<[string, unknown, string]>([
    ['no options', undefined, 'operations: options must be { informers?, controllers?, maxAge?, inspect? }'],
    ['no informer', { informers: { pods: {} } }, 'operations: informers.pods must be an informer'],
    ['no controller', { controllers: { pods: 1 } }, 'operations: controllers.pods must be an object, not 1'],
    [
      'an unknown member',
      { controllers: { pods: { metrics: NEVER } } },
      "operations: controllers.pods: unknown option 'metrics'; did you mean 'metrics$'?",
    ],
    [
      'no Observable',
      { controllers: { pods: { metrics$: 1 } } },
      'operations: controllers.pods: metrics$ must be an Observable, not 1',
    ],
    ['another value for inspect', { inspect: 1 }, 'operations: inspect must be true or false, not 1'],
    ['no time', { maxAge: 0 }, 'operations: maxAge must be a time in ms from 1'],
    ['an unknown option', { maxage: 1 }, "operations: unknown option 'maxage'; did you mean 'maxAge'?"],
  ])('should throw for %s', (_what, options, text) => {
    expect(() => operations(options as OperationsOptions)).toThrow(text);
  });
});
