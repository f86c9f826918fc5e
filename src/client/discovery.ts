import {
  catchError,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  from,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  repeat,
  ReplaySubject,
  retry,
  scan,
  share,
  switchMap,
  take,
  tap,
  throttleTime,
  throwError,
  timer,
} from 'rxjs';
import {
  type ApiResource,
  discover,
  type Discovery,
  indexOf,
  isWatchable,
  matching,
  nearest,
} from '../discovery/index.ts';
import {
  apiVersionOf,
  checkArgument,
  checkOptions,
  type GroupVersionResource,
  isNonEmptyString,
  KubeError,
  milliseconds,
  type Rule,
  StatusError,
} from '../objects/index.ts';
import { retryAfter } from './send-request.ts';
import { reflect } from '../reflector/index.ts';
import { aTransport, listWatch, type Transport } from '../source/index.ts';

/** A resource that the server has added or removed. */
export interface ResourceChange {
  /** 'added' if the server has the resource now, 'removed' if the server no longer has it. */
  readonly type: 'added' | 'removed';
  /** The resource, as discovery describes it. */
  readonly resource: ApiResource;
}

/** The resources of one server, live. */
export interface ServerDiscovery {
  /**
   * Emits all resources, and emits them again when they change: when a CRD or an API service comes or goes. The order is the
   * server's order of preference. If the server of an API group does not answer, its last known resources stay, at the end. All
   * subscribers share the requests.
   */
  readonly resources$: Observable<readonly ApiResource[]>;
  /**
   * Emits `added` for each resource that the server has at the subscription, and then each change. Each served version
   * counts as a separate resource. If a resource changes its kind or its scope, the stream emits `removed`, then
   * `added`.
   */
  readonly changes$: Observable<ResourceChange>;
  /**
   * Requests the resources, and emits the resource that a name means: `pods`, `po`, `Pod`,
   * `deployments.apps`, `deployments.v1.apps`. If several groups have the name, the Observable emits the
   * resource of the first group, as kubectl does. Fails with a `KubeError` of class `notFound` if no resource
   * has the name.
   */
  resolve(name: string): Observable<ApiResource>;
}

/** The options of `discovery`. */
export interface DiscoveryOptions {
  /**
   * The interval at which the resources are requested, in ms. Default 60,000. The resources are also
   * requested at each change of a CRD or an API service. If the user has no right to watch CRDs and API
   * services, changes appear only at this interval. With 0, there are no requests at an interval.
   */
  readonly pollInterval?: number;
}

/**
 * Finds out which resources a server has, and notices when they change.
 *
 * `resources$` and `changes$` retry a failed request after 0.8 s, 1.6 s and so on up to 30 s. Before the first success, they
 * fail if a retry cannot help: if the server refuses the login, or if the answer does not come from a Kubernetes API server.
 * After the first success, they retry every failed request.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * discovery(transport).resolve('deploy').subscribe(({ group, kind }) => console.log(group, kind));
 * ```
 */
export function discovery(transport: Transport, options: DiscoveryOptions = {}): ServerDiscovery {
  checkArgument('discovery: transport', transport, aTransport);
  checkOptions('discovery', options, { pollInterval: milliseconds(0) });
  const { pollInterval = 60_000 } = options;

  const resources$ = defer(() => {
    let known: readonly ApiResource[] = [];
    let isDue = false;
    const discovered$ = defer(() => {
      isDue = false;
      return discover(transport).pipe(retryFailures(() => known.length > 0));
    }).pipe(repeat({ delay: () => (isDue ? of(undefined) : EMPTY) }));
    return triggers(transport, pollInterval).pipe(
      tap(() => (isDue = true)),
      exhaustMap(() => discovered$), // a trigger during a discovery starts one more discovery afterwards
      map((found) => withMissing(found, known)),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
      tap((resources) => (known = resources)),
    );
  }).pipe(share({ connector: () => new ReplaySubject<readonly ApiResource[]>(1) }));

  return {
    resources$,
    changes$: defer(() =>
      resources$.pipe(
        scan(({ after: before }: Step, after): Step => ({ before, after }), { before: [], after: [] }),
        concatMap(({ before, after }) => from(changesOf(before, after))),
      ),
    ),
    resolve: (name) => {
      checkArgument('resolve: name', name, aName);
      return discover(transport).pipe(map((found) => resourceNamed(name, found)));
    },
  };
}

interface Step {
  readonly before: readonly ApiResource[];
  readonly after: readonly ApiResource[];
}

/**
 * Emits when the resources may have changed. A change of a CRD or an API service is emitted twice, because the server
 * changes its discovery up to a second later. If the user has no right to watch CRDs and API services, only the poll
 * emits.
 */
function triggers(transport: Transport, pollInterval: number): Observable<unknown> {
  const { redact } = transport;
  const metadataOnly: Transport = {
    open: (request) =>
      transport.open({ ...request, headers: { ...request.headers, accept: asMetadata(request.query) } }),
    ...(redact && { redact: (text) => redact.call(transport, text) }),
  };
  const changes$ = definitions.map((resource) =>
    reflect(listWatch(metadataOnly, resource)).pipe(
      filter(({ type }) => type !== 'BOOKMARK'),
      catchError(() => EMPTY),
    ),
  );
  const changed$ = merge(...changes$).pipe(switchMap(() => timer(0, settleTime).pipe(take(2))));
  const poll$ = pollInterval === 0 ? EMPTY : timer(pollInterval, pollInterval);
  return merge(of(undefined), poll$, changed$).pipe(
    throttleTime(settleTime, undefined, { leading: true, trailing: true }),
  );
}

const definitions: readonly GroupVersionResource[] = [
  { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions', namespaced: false },
  { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices', namespaced: false },
];

/** Requests only the metadata, because the schema of one CRD can have a megabyte. */
const asMetadata = (query: Readonly<Record<string, string>> = {}): string => {
  const kind = query['watch'] === 'true' ? 'PartialObjectMetadata' : 'PartialObjectMetadataList';
  return `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;
};

/** The delay between the two emissions for one change, in ms. */
const settleTime = 1_000;

/**
 * Retries a temporary failure. After the first success, each failure of a request counts as temporary: tokens are
 * renewed, and a proxy can answer in place of the server for some time.
 */
function retryFailures<T>(hasSucceeded: () => boolean): MonoTypeOperatorFunction<T> {
  return retry({
    delay: (error: unknown, count) => {
      const canPass = error instanceof KubeError && (hasSucceeded() || passing.has(error.failure));
      if (!canPass) return throwError(() => error);
      const requested = error instanceof StatusError ? (retryAfter(error) ?? 0) : 0;
      return timer(Math.max(requested, Math.min(800 * 2 ** (count - 1), 30_000)));
    },
  });
}
const passing: ReadonlySet<string> = new Set(['transient', 'throttled']);

/** If the kind or the scope of a resource changes, the function returns another text. */
const idOf = (one: ApiResource): string =>
  [apiVersionOf(one), one.resource, one.kind, one.namespaced].join(' ');

/**
 * Keeps the known resources of the group versions that did not answer. A server can report a group version as missing,
 * and still send its resources. These resources are not added twice.
 */
function withMissing(
  { resources, missing }: Discovery,
  known: readonly ApiResource[],
): readonly ApiResource[] {
  const found = new Set(resources.map(idOf));
  const kept = known.filter((one) => missing.includes(apiVersionOf(one)) && !found.has(idOf(one)));
  return kept.length === 0 ? resources : [...resources, ...kept];
}

function changesOf(before: readonly ApiResource[], after: readonly ApiResource[]): readonly ResourceChange[] {
  const [old, next] = [new Set(before.map(idOf)), new Set(after.map(idOf))];
  return [
    ...before
      .filter((one) => !next.has(idOf(one)))
      .map((resource) => ({ type: 'removed' as const, resource })),
    ...after.filter((one) => !old.has(idOf(one))).map((resource) => ({ type: 'added' as const, resource })),
  ];
}

function resourceNamed(name: string, found: Discovery): ApiResource {
  const meant = matching(name, indexOf(found));
  const resource = meant.find(isWatchable) ?? meant[0];
  if (resource !== undefined) return resource;
  const names = new Set(
    found.resources.flatMap(({ resource: plural, group }) =>
      group === '' ? [plural] : [plural, `${plural}.${group}`],
    ),
  );
  const guesses = nearest(name, [...names]).slice(0, 3);
  const silent =
    found.missing.length === 0
      ? ''
      : `; these API groups did not answer: ${found.missing.slice(0, 10).join(', ')}`;
  throw new KubeError('notFound', `the server has no resource '${name}'${silent}`, {
    advice:
      guesses.length > 0
        ? `did you mean ${guesses.join(' or ')}?`
        : 'name the resource as kubectl does: pods, po, deployments.apps; install its CustomResourceDefinition if it is missing',
  });
}

const aName: Rule = {
  allowed: "the name of a resource, such as 'pods' or 'deployments.apps'",
  test: isNonEmptyString,
};
