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
import { LeftOut } from './machine/door.ts';
import { isBehind, type Plan } from './machine/memory.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { type ReplacedEvent, replacedEvent } from './reflector-event.ts';
import { atMost, noPage, recordFailure, type RequestRecord } from './request-record.ts';
import { workInSlices } from '../scheduling/index.ts';

/** A server answers a list within 60 s or not at all; a page may then still take its time on a thin line. */
const pageTimeout = 300_000;

/** One list in pages as one value, when it is complete; an error drops what had come. */
export function listPhase<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Extract<Plan, { kind: 'list' }>,
  record: RequestRecord,
): Observable<ReplacedEvent<T>> {
  return defer(() => {
    const { source, settings, memory, door, wanted, tell } = context;
    const { wentBack } = memory;
    const since = settings.now();
    const items: T[] = [];
    const encode = context.listEncoder(wentBack);
    const letIn = (item: T): void => {
      const object = door(item);
      if (object && !(object instanceof LeftOut)) items.push(encode(object));
    };
    tell({ phase: 'listing', since, received: 0 });

    const options = { ...listOptions(plan, settings.pageSize), ...wanted };
    return source
      .list(options, { onIncident: context.onIncident, knownObjects: context.knownObjects() })
      .pipe(
        timeout({ each: pageTimeout, with: () => throwError(stalled) }),
        atMost(settings.maxObjects, ({ items: more }) => more.length),
        recordFailure(record),
        takeWhile(({ resourceVersion }) => {
          if (!wentBack && isBehind(memory, resourceVersion)) record.behind = resourceVersion;
          return record.behind === undefined;
        }),
        concatMap((page) =>
          admitted(page.items, letIn).pipe(
            endWith(page.resourceVersion),
            tap(() => {
              context.rethrow();
              tell({ phase: 'listing', since, received: items.length });
            }),
          ),
        ),
        reduce((_, version) => version, ''),
        map((resourceVersion): ReplacedEvent<T> | undefined => {
          if (record.behind !== undefined) return undefined;
          if (resourceVersion === '') record.error ??= noPage();
          if (record.error !== undefined) return undefined;
          return replacedEvent(memory, items, resourceVersion, settings.now());
        }),
        filter((event) => event !== undefined),
      );
  });
}

/** Lets the items in, in slices: freezing them takes its time, and few of them may be as long as many others (PF9). */
function admitted<T extends KubeObject>(page: readonly T[], letIn: (item: T) => void): Observable<never> {
  const rest = page[Symbol.iterator]();
  let next = rest.next();
  return workInSlices((pause) => {
    while (next.done !== true) {
      letIn(next.value);
      next = rest.next();
      if (next.done !== true && pause()) return false;
    }
    return true;
  });
}

function listOptions(
  { resourceVersion, unpaged }: Extract<Plan, { kind: 'list' }>,
  pageSize: number,
): ListOptions {
  const limit = unpaged || pageSize === 0 ? {} : { limit: pageSize };
  return resourceVersion === '' ? limit : { resourceVersion, resourceVersionMatch: 'NotOlderThan', ...limit };
}

const stalled = (): ConnectionError =>
  new ConnectionError('a page of the list did not come; the list starts again');

/** In ms: the answer is one object. */
const checkTimeout = 30_000;

/**
 * Asks the server for its version: a list of one object at most, of the most recent state. The status does not change until
 * the answer comes. Exception: after the reflector was enabled again it is `listing`.
 */
export function checkPhase<T extends KubeObject>(
  { source, memory, wanted, settings, tell, isStopped }: ReflectorContext<T>,
  record: RequestRecord,
): Observable<never> {
  return defer(() => {
    if (isStopped()) tell({ phase: 'listing', since: settings.now(), received: 0 });
    return source.list({ limit: 1, ...wanted });
  }).pipe(
    take(1), // a list of limit 1 has a page for each object
    timeout({ first: checkTimeout, with: () => throwError(noAnswer) }),
    throwIfEmpty(noPage),
    tap(({ resourceVersion }) => {
      if (isBehind(memory, resourceVersion)) record.behind = resourceVersion;
    }),
    recordFailure(record),
    ignoreElements(),
  );
}

const noAnswer = (): ConnectionError => new ConnectionError('the server did not say its version in 30 s');
