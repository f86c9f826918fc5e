import {
  concatMap,
  defer,
  endWith,
  filter,
  ignoreElements,
  map,
  type Observable,
  reduce,
  take,
  takeWhile,
  tap,
  throwError,
  throwIfEmpty,
  timeout,
} from 'rxjs';
import { ConnectionError, type KubeObject } from '../objects/index.ts';
import { type ListOptions } from '../source/index.ts';
import { UnfreezableObject } from './machine/prepare-object.ts';
import { isBelowNewest, type RequestPlan } from './machine/reflector-state.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { type ReplacedEvent, replacedEvent } from './reflector-event.ts';
import { atMost, noPage, recordFailure, type RequestProgress } from './request-progress.ts';
import { workInSlices } from '../scheduling/index.ts';

/**
 * The time limit for one page of a list, in ms. A server answers a list within 60 s or never. But a slow
 * connection can need longer for the body of a page.
 */
const pageTimeout = 300_000;

/**
 * Sends one list in pages, and emits one value when the list is complete. If one page fails, the pages before
 * it are dropped.
 */
export function listPhase<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Extract<RequestPlan, { kind: 'list' }>,
  progress: RequestProgress,
): Observable<ReplacedEvent<T>> {
  return defer(() => {
    const { source, settings, state, idleDetector, prepareObject, shardQuery, emitStatus } = context;
    const { versionsReset } = state;
    const since = settings.now();
    const items: T[] = [];
    const encode = context.listEncoder(versionsReset);
    const addItem = (item: T): void => {
      const object = prepareObject(item);
      if (typeof object === 'object' && !(object instanceof UnfreezableObject)) items.push(encode(object));
    };
    emitStatus({ phase: 'listing', since, received: 0 });

    const options = { ...listOptions(plan, settings.pageSize), ...shardQuery };
    return source.list(options, { onIncident: context.onIncident, ...context.hooks() }).pipe(
      timeout({ each: pageTimeout, with: () => throwError(stalled) }),
      atMost(settings.maxObjects, ({ items: more }) => more.length),
      recordFailure(progress),
      tap(() => idleDetector.frame(settings.now())),
      takeWhile(({ resourceVersion }) => {
        if (!versionsReset && isBelowNewest(state, resourceVersion))
          progress.versionsResetTo = resourceVersion;
        return progress.versionsResetTo === undefined;
      }),
      concatMap((page) =>
        prepareInSlices(page.items, addItem).pipe(
          endWith(page.resourceVersion),
          tap(() => {
            context.rethrow();
            emitStatus({ phase: 'listing', since, received: items.length });
          }),
        ),
      ),
      reduce((_, version) => version, ''),
      map((resourceVersion): ReplacedEvent<T> | undefined => {
        if (progress.versionsResetTo !== undefined) return undefined;
        if (resourceVersion === '') progress.error ??= noPage();
        if (progress.error !== undefined) return undefined;
        return replacedEvent(state, items, resourceVersion, settings.now());
      }),
      filter((event) => event !== undefined),
    );
  });
}

/**
 * Validates, transforms and freezes the items of a page, in time slices of 5 ms. One large object can take as
 * long as thousands of small objects (PF9).
 */
function prepareInSlices<T extends KubeObject>(
  page: readonly T[],
  addItem: (item: T) => void,
): Observable<never> {
  const rest = page[Symbol.iterator]();
  let next = rest.next();
  return workInSlices((pause) => {
    while (next.done !== true) {
      addItem(next.value);
      next = rest.next();
      if (next.done !== true && pause()) return false;
    }
    return true;
  });
}

function listOptions(
  { resourceVersion, unpaged }: Extract<RequestPlan, { kind: 'list' }>,
  pageSize: number,
): ListOptions {
  const limit = unpaged || pageSize === 0 ? {} : { limit: pageSize };
  return resourceVersion === '' ? limit : { resourceVersion, resourceVersionMatch: 'NotOlderThan', ...limit };
}

const stalled = (): ConnectionError => new ConnectionError('a page of the list did not come; relisting');

/** The time limit of `probeVersion`, in ms. The answer contains at most one object. */
const probeTimeout = 30_000;

/**
 * Reads the current resource version of the server. The function requests a list of at most one object from
 * the most recent state. The status does not change before the answer. Exception: after the reflector was
 * enabled again, the status is `listing`.
 */
export function probeVersion<T extends KubeObject>(
  { source, state, shardQuery, settings, emitStatus, isStopped }: ReflectorContext<T>,
  progress: RequestProgress,
): Observable<never> {
  return defer(() => {
    if (isStopped()) emitStatus({ phase: 'listing', since: settings.now(), received: 0 });
    return source.list({ limit: 1, ...shardQuery });
  }).pipe(
    take(1), // the first page is enough: it contains the current resourceVersion
    timeout({ first: probeTimeout, with: () => throwError(noAnswer) }),
    throwIfEmpty(noPage),
    tap(({ resourceVersion }) => {
      if (isBelowNewest(state, resourceVersion)) progress.versionsResetTo = resourceVersion;
    }),
    recordFailure(progress),
    ignoreElements(),
  );
}

const noAnswer = (): ConnectionError => new ConnectionError('the server did not send its version in 30 s');
