import {
  concat,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  from,
  ignoreElements,
  interval,
  isObservable,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  repeat,
  retry,
  share,
  switchMap,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { informer } from '../informer/index.ts';
import {
  aFunction,
  anObservable,
  aResource,
  asKubeError,
  checkArgument,
  checkOptions,
  type GroupVersionResource,
  integer,
  isNonEmptyString,
  KubeError,
  milliseconds,
  type Rule,
} from '../objects/index.ts';
import { metadataTransport } from '../representations/index.ts';
import { runGuarded } from '../scheduling/index.ts';
import { aTransport, listWatch, type Transport } from '../source/index.ts';
import { query } from '../views/index.ts';
import { accessReviews } from './access-reviews.ts';

/** The options of `listableNamespaces`. */
export interface ListableNamespacesOptions {
  /**
   * The names of the namespaces that are checked if the user may not list and watch namespaces: an iterable, or an
   * Observable that emits iterables. Default: none, and the Observable then errors for such a user.
   */
  readonly candidates?: Iterable<string> | Observable<Iterable<string>>;
  /**
   * The interval in ms at which all rights are checked again. RBAC has no watch that every user may use,
   * so a change of the rights appears only at a check. With 0, only a new namespace is checked. Default: 60,000.
   */
  readonly checkInterval?: number;
  /** The maximum number of namespaces that are checked at the same time. Default: 10. */
  readonly maxConcurrent?: number;
  /**
   * Called with the error of each failed check and of each failed request for the namespaces, if the function repeats it.
   * Default: none.
   */
  readonly onError?: (error: KubeError) => void;
}

/**
 * Emits the namespaces in which the user of the transport may list and watch a resource: sorted names, now and each time the
 * set changes. A user with the right in the whole cluster gets all namespaces with a single review.
 *
 * The names come from a watch of the namespaces. If the user may not list and watch namespaces, the names come from the
 * option `candidates`; the result then contains a candidate even if its namespace does not exist, because the server
 * answers a review without looking for the namespace. For each name, the server answers a `SelfSubjectRulesReview`. If the
 * rules are incomplete, `SelfSubjectAccessReview`s for `list` and `watch` follow. A right for single names of objects
 * does not count.
 *
 * A new namespace is checked at once. All rights are checked again every `checkInterval`. The Observable emits nothing
 * before the first check is complete, and an empty list if the user may list the resource nowhere.
 *
 * A failed check is repeated after 0.8 s, 1.6 s and so on, up to 30 s, and `onError` gets the error. Meanwhile the last
 * value stays. Before the first value, the Observable errors with a `KubeError` that a retry does not solve: of the class
 * `unauthorized`, `forbidden`, `notFound` or `fatal`. It errors with the class `forbidden` if the user may not list
 * namespaces and there are no `candidates`, and with the error of `candidates`.
 *
 * @throws OptionsError for an unknown option, a value that an option does not allow, or a cluster-scoped resource
 *
 * @example
 * ```ts
 * listableNamespaces(transport, core.v1.pods, { candidates: ['shop', 'warehouse', 'bank'] }).subscribe((names) =>
 *   console.log(names.join()),
 * );
 * ```
 */
export function listableNamespaces(
  transport: Transport,
  resource: GroupVersionResource,
  options: ListableNamespacesOptions = {},
): Observable<readonly string[]> {
  checkArgument('listableNamespaces: transport', transport, aTransport);
  checkArgument('listableNamespaces: resource', resource, aNamespacedResource);
  checkOptions('listableNamespaces', options, {
    candidates: someNames,
    checkInterval: milliseconds(0),
    maxConcurrent: integer(1),
    onError: aFunction,
  });
  const { candidates, checkInterval = 60_000, maxConcurrent = 10, onError } = options;
  const report = (error: KubeError): void => runGuarded(() => onError?.(error));
  const reviews = accessReviews(transport);

  return defer(() => {
    let names: readonly string[] | undefined;
    let rights = new Map<string, boolean>();
    let isDue = false;
    let hasEmitted = false;
    const untilAnswered = <V>(source$: Observable<V>): Observable<V> =>
      source$.pipe(
        retry({
          delay: (error: unknown, count) => {
            if (!hasEmitted && !isTemporary(error)) return throwError(() => error);
            report(asKubeError(error, 'a check of the rights'));
            return timer(backoff(count));
          },
        }),
      );

    const ticks$ = concat(of(0), checkInterval === 0 ? NEVER : interval(checkInterval));
    const mayListNamespaces$ = ticks$.pipe(
      exhaustMap(() => untilAnswered(reviews.mayListAndWatch(namespaces, ''))),
      tap(() => (rights = new Map())),
      share(),
    );
    const names$ = mayListNamespaces$.pipe(
      distinctUntilChanged(),
      switchMap((mayList) => (mayList ? namespaceNames(transport, report) : candidateNames(candidates))),
      tap((given) => (names = given)),
    );
    const check$ = defer(() => {
      isDue = false;
      return untilAnswered(defer(() => allowedNames(names ?? [], rights)));
    });
    const allowedNames = (
      all: readonly string[],
      known: Map<string, boolean>,
    ): Observable<readonly string[]> => {
      const isAllowed = (namespace: string): Observable<boolean> => {
        const right = known.get(namespace);
        if (right !== undefined) return of(right);
        return reviews
          .mayListAndWatch(resource, namespace)
          .pipe(tap((allowed) => known.set(namespace, allowed)));
      };
      return isAllowed('').pipe(
        concatMap((isEverywhere) =>
          isEverywhere
            ? of(all)
            : concat(
                from(all).pipe(mergeMap(isAllowed, maxConcurrent), ignoreElements()),
                defer(() => of(all.filter((name) => known.get(name) === true))),
              ),
        ),
      );
    };

    return merge(names$, mayListNamespaces$.pipe(filter(() => names !== undefined))).pipe(
      tap(() => (isDue = true)),
      // A new name or a tick during a check starts one more check afterwards.
      exhaustMap(() => check$.pipe(repeat({ delay: () => (isDue ? of(0) : EMPTY) }))),
      distinctUntilChanged((a, b) => a.length === b.length && a.every((name, at) => name === b[at])),
      tap(() => (hasEmitted = true)),
    );
  });
}

const namespaces: GroupVersionResource = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  namespaced: false,
};

/** Emits the sorted names of all namespaces, now and at each change. */
const namespaceNames = (
  transport: Transport,
  report: (error: KubeError) => void,
): Observable<readonly string[]> =>
  defer(() => {
    const all = informer(listWatch(metadataTransport(transport), namespaces), { resetDelay: 0 });
    const failures$ = all.status$.pipe(
      tap((status) => {
        if (status.phase === 'waiting') report(status.error);
      }),
      ignoreElements(),
    );
    return merge(failures$, query(all));
  }).pipe(map((objects) => sortedNames(objects.map(({ metadata }) => metadata.name))));

function candidateNames(candidates: ListableNamespacesOptions['candidates']): Observable<readonly string[]> {
  if (candidates === undefined) {
    const message =
      'listableNamespaces: the user may not list and watch namespaces, and there are no candidates';
    const advice = 'give the names in the option `candidates`, or grant `list` and `watch` of namespaces';
    return throwError(() => new KubeError('forbidden', message, { advice }));
  }
  const given$ = isObservable(candidates) ? candidates : of(candidates);
  return given$.pipe(
    map((given) => {
      const names = [...given];
      checkArgument('listableNamespaces: candidates', names, onlyNames);
      return sortedNames(names);
    }),
  );
}

const sortedNames = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

const isTemporary = (error: unknown): boolean =>
  error instanceof KubeError && ['transient', 'throttled', 'expired'].includes(error.failure);

/** The delay in ms before a repeated check. */
const backoff = (count: number): number => Math.min(30_000, 800 * 2 ** (count - 1));

const aNamespacedResource: Rule = {
  allowed: 'a resource whose objects have a namespace, such as core.v1.pods',
  test: (given) => aResource.test(given) && (given as GroupVersionResource).namespaced !== false,
};

const onlyNames: Rule = {
  allowed: 'names of namespaces',
  test: (given) => Array.isArray(given) && given.every(isNonEmptyString),
};

const someNames: Rule = {
  allowed: 'an iterable of names, or an Observable of iterables',
  test: (given) =>
    anObservable.test(given) ||
    (typeof given === 'object' &&
      typeof (given as Iterable<string> | null)?.[Symbol.iterator] === 'function'),
};
