import {
  concatMap,
  defer,
  EMPTY,
  endWith,
  filter,
  map,
  type Observable,
  reduce,
  tap,
  throwError,
  timeout,
} from 'rxjs';
import { ConnectionError, type KubeObject, ProtocolError } from '../objects/index.ts';
import { inSlices, type ListOptions } from '../source/index.ts';
import { type Plan, replaced } from './machine/memory.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { ReplacedEvent } from './reflector-event.ts';
import { atMost, recordFailure, type RequestRecord } from './request-record.ts';

/** A server answers a list within 60 s or not at all; a page may then still take its time on a thin line. */
const pageTimeout = 300_000;

/** One list in pages, told as one value when it is complete; an error drops what had come. */
export function listPhase<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Extract<Plan, { kind: 'list' }>,
  record: RequestRecord,
): Observable<ReplacedEvent<T>> {
  return defer(() => {
    const { source, settings, door, wanted, tell } = context;
    const since = settings.now();
    const items: T[] = [];
    const keep = context.gather();
    const letIn = (item: T): void => {
      const object = door(item);
      if (object !== undefined && object !== null) items.push(keep(object));
    };
    tell({ phase: 'listing', since, received: 0 });

    return source.list({ ...listOptions(plan, settings.pageSize), ...wanted }, context.onIncident).pipe(
      timeout({ each: pageTimeout, with: () => throwError(stalled) }),
      atMost(settings.maxObjects, ({ items: more }) => more.length),
      recordFailure(record),
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
        if (resourceVersion === '') record.error ??= noPage();
        if (record.error !== undefined) return undefined;
        replaced(context.memory, resourceVersion);
        return { type: 'REPLACED', items, resourceVersion };
      }),
      filter((event) => event !== undefined),
    );
  });
}

/** Lets the items in; those of a page that holds a whole collection in slices, for freezing them takes its time (PF9). */
function admitted<T extends KubeObject>(page: readonly T[], letIn: (item: T) => void): Observable<never> {
  if (page.length <= largestPage) {
    return defer(() => {
      page.forEach(letIn);
      return EMPTY;
    });
  }
  const rest = page[Symbol.iterator]();
  return inSlices((pause) => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      letIn(next.value);
      if (pause()) return false;
    }
    return true;
  });
}

/** What is let in at once: some milliseconds' work. */
const largestPage = 1_000;

function listOptions(
  { resourceVersion, unpaged }: Extract<Plan, { kind: 'list' }>,
  pageSize: number,
): ListOptions {
  const limit = unpaged || pageSize === 0 ? {} : { limit: pageSize };
  return resourceVersion === '' ? limit : { resourceVersion, resourceVersionMatch: 'NotOlderThan', ...limit };
}

const stalled = (): ConnectionError =>
  new ConnectionError('a page of the list did not come; the list starts again');
const noPage = (): ProtocolError => new ProtocolError('the list ended without a page; it is asked for again');
