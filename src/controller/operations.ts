import { noop, type Observable } from 'rxjs';
import { currentStatus, type Informer } from '../informer/index.ts';
import { inspect } from '../inspect/index.ts';
import {
  aBoolean,
  anObject,
  anObservable,
  checkArgument,
  checkMembers,
  checkOptions,
  milliseconds,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import { aFreshInformer, ageOf, type FreshInformer } from './freshness.ts';
import { ControllerMetrics } from './machine/controller-metrics.ts';
import {
  type CheckedPart,
  healthOf,
  type CheckedInformer,
  readinessOf,
  reportOf,
} from './machine/readiness.ts';
import { loadPromClient, type PromClient } from './prom-client.ts';
import type { ReconcileMetrics, ReconcileOutcome } from './reconcile-types.ts';

/** What `operations` observes of a controller. Pass subjects: `operations` subscribes once, when it is called. */
export interface ObservedController {
  /** The subject that is the option `metrics` of `reconcileByKey`. */
  readonly metrics$?: Observable<ReconcileMetrics>;
  /** A subject that gets the outcomes, for example by `tap`. */
  readonly outcomes$?: Observable<ReconcileOutcome>;
}

/** The options of {@link operations}. */
export interface OperationsOptions {
  /** The informers that have to be ready, by their names in the reports. They are results of `informer()`. */
  readonly informers?: Readonly<Record<string, FreshInformer>>;
  /** The controllers for `/metrics`, by their names in the label `controller`. */
  readonly controllers?: Readonly<Record<string, ObservedController>>;
  /**
   * The longest time in ms without a frame before an informer counts as not ready. Default: 180,000, which is three bookmarks.
   * Choose more for resources without bookmarks.
   */
  readonly maxAge?: number;
  /**
   * Whether the handler serves `/debug/informers`, with the state of each informer as `inspect` of `rx-informer/inspect`
   * returns it. The messages of errors can contain keys of objects and texts of the server, so serve it only where operators
   * can reach it. Default: false.
   */
  readonly inspect?: boolean;
  /** @internal Loads the package `prom-client`. */
  readonly loadPromClient?: () => Promise<PromClient | undefined>;
}

const observedRules = { metrics$: anObservable, outcomes$: anObservable };

const rules: Readonly<Record<keyof OperationsOptions, Rule>> = {
  informers: {
    allowed: 'an object with a result of informer() for each name',
    test: (given) => anObject.test(given),
  },
  controllers: {
    allowed: 'an object with { metrics$, outcomes$ } for each name',
    test: (given) => anObject.test(given),
  },
  maxAge: milliseconds(1),
  inspect: aBoolean,
  loadPromClient: { allowed: 'a function', test: (given) => typeof given === 'function' },
};

/**
 * Creates a handler of the fetch API with the endpoints of a controller process:
 *
 * - `/healthz`: 503 if an informer has ended with an error, because only a restart helps; otherwise 200
 * - `/readyz`: 503 if an informer has not synced, has stopped, or had no frame for `maxAge`; otherwise 200. The text names each
 *   informer, and what is wrong
 * - `/metrics`: the text format of Prometheus, with the names of client-go's work queue and of controller-runtime, and
 *   `rx_informer_synced`, `rx_informer_objects` and `rx_informer_frame_age_seconds`. The endpoint needs the package `prom-client`,
 *   an optional peer dependency; without it the answer is 501
 *
 * - `/debug/informers`: the state of each informer as JSON, if the option `inspect` is true. `rx-informer inspect` shows it
 *
 * Other paths are a 404, and other methods than GET and HEAD a 405. The handler starts no informer, and has no timers.
 *
 * @throws OptionsError for an option that is not allowed
 *
 * @example
 * ```ts
 * const metrics$ = new Subject<ReconcileMetrics>();
 * const outcomes$ = new Subject<ReconcileOutcome>();
 * const handler = operations({ informers: { pods }, controllers: { pods: { metrics$, outcomes$ } } });
 * pods
 *   .changes()
 *   .pipe(
 *     toRequests(),
 *     reconcileByKey(({ key }) => console.log(key), { inputs: { pods }, metrics: metrics$ }),
 *   )
 *   .subscribe(outcomes$);
 * ```
 */
export function operations(options: OperationsOptions): (request: Request) => Promise<Response> {
  if (!anObject.test(options))
    throw new OptionsError('operations: options', options, '{ informers?, controllers?, maxAge?, inspect? }');
  checkOptions('operations', options, rules);
  const { informers = {}, controllers = {}, maxAge = 180_000 } = options;
  checkMembers('operations: informers', informers, aFreshInformer);
  if (options.inspect === true) checkMembers('operations: informers', informers, anInspectableInformer);
  for (const [name, observed] of Object.entries(controllers)) {
    checkArgument(`operations: controllers.${name}`, observed, anObject);
    checkOptions(`operations: controllers.${name}`, observed, observedRules);
  }
  const loadedMetrics = observedMetrics(controllers, options.loadPromClient ?? loadPromClient);
  const states = (): CheckedInformer[] =>
    Object.entries(informers).map(([name, informer]) => ({
      name: `informer ${name}`,
      status: currentStatus(informer),
      age: ageOf(informer),
    }));

  const paths = [
    '/healthz',
    '/readyz',
    '/metrics',
    ...(options.inspect === true ? ['/debug/informers'] : []),
  ];

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!paths.includes(pathname)) return answer(404, 'not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(405, 'send a GET\n', { allow: 'GET, HEAD' });
    if (pathname === '/debug/informers') return inspected(informers);
    if (pathname === '/healthz') return report('healthz', states().map(healthOf));
    if (pathname === '/readyz')
      return report(
        'readyz',
        states().map((state) => readinessOf(state, maxAge)),
      );
    const loaded = await loadedMetrics();
    if (loaded === undefined) return answer(501, notInstalled);
    for (const [name, informer] of Object.entries(informers)) {
      const isSynced = currentStatus(informer).hasSynced;
      loaded.setInformer(name, { isSynced, objects: informer.store.size, age: ageOf(informer) });
    }
    return answer(200, await loaded.registry.metrics(), { 'content-type': loaded.registry.contentType });
  };
}

/**
 * Counts what the controllers emit, and returns a function that resolves with the metrics, or with `undefined` without the package.
 * The package is loaded at once if there are controllers, and otherwise with the first request.
 */
function observedMetrics(
  controllers: Readonly<Record<string, ObservedController>>,
  load: () => Promise<PromClient | undefined>,
): () => Promise<ControllerMetrics | undefined> {
  let metrics: ControllerMetrics | undefined;
  /** What was emitted before the package was loaded. */
  let early: ((metrics: ControllerMetrics) => void)[] = [];
  let loading: Promise<void> | undefined;
  let isLoaded = false;
  const loaded = async (): Promise<ControllerMetrics | undefined> => {
    await (loading ??= load().then((promClient) => {
      isLoaded = true;
      if (promClient !== undefined) {
        const all = (metrics = new ControllerMetrics(promClient));
        early.forEach((add) => add(all));
      }
      early = [];
    }));
    return metrics;
  };
  const count = (add: (metrics: ControllerMetrics) => void): void => {
    if (metrics !== undefined) add(metrics);
    else if (!isLoaded) early.push(add);
  };
  const observed = Object.entries(controllers);
  for (const [name, { metrics$, outcomes$ }] of observed) {
    count((all) => all.addController(name));
    // `operations` ignores an error of a controller, because the subscriber of the controller receives it.
    metrics$?.subscribe({ next: (sizes) => count((all) => all.setQueue(name, sizes)), error: noop });
    outcomes$?.subscribe({ next: (outcome) => count((all) => all.addOutcome(name, outcome)), error: noop });
  }
  if (observed.length > 0) void loaded();
  return loaded;
}

const anInspectableInformer: Rule = {
  allowed:
    'an informer that inspect can read, for example a result of informer(); a copy of its members is not enough',
  test: (given) => typeof (given as Partial<Informer<unknown>>).state === 'function',
};

const report = (path: string, parts: readonly CheckedPart[]): Response =>
  answer(parts.some(({ problem }) => problem !== undefined) ? 503 : 200, reportOf(path, parts));

const inspected = (informers: Readonly<Record<string, FreshInformer>>): Response =>
  answer(
    200,
    JSON.stringify({
      informers: Object.fromEntries(
        Object.entries(informers).map(([name, informer]) => [name, inspect(informer)]),
      ),
    }),
    { 'content-type': 'application/json' },
  );

const answer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

const notInstalled = 'the metrics need the package prom-client: run `npm install prom-client`, and restart\n';
