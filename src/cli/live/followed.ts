import { asyncScheduler, concat, exhaustMap, filter, merge, type Observable, of, Subject, tap } from 'rxjs';
import { type Informer, informer } from '../../informer/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import { short } from '../lines/short.ts';
import { type ListerWatcher, listWatch, type Transport } from '../../source/index.ts';
import type { Target } from '../follow/follow.ts';
import { shallowSource } from '../follow/shallow-source.ts';
import type { FirstList } from '../machine/first-lists.ts';
import { type Column, namespaceColumn } from './machine/column.ts';
import { createColumnSets } from './machine/column-sets.ts';
import { afterStatus, type Health, unknownHealth } from './machine/health.ts';
import { plainColumns } from './machine/plain-columns.ts';
import { createRate } from './machine/rate.ts';
import { createRows } from './machine/rows.ts';
import type { Section } from './machine/section.ts';
import { tableColumns } from './machine/table-columns.ts';
import { createWidths } from './machine/widths.ts';
import { tableTransport } from './table-transport.ts';
import { workInSlices } from '../../scheduling/index.ts';

/** One collection of a live table. */
export interface Followed {
  /** Keeps up with it; emits when there is something new to see. Errors when its place among the first lists says so. */
  readonly changed$: Observable<unknown>;
  /** As it is now; while many rows are put in order, in the order before. */
  section(now: number): Section;
  /** When it looks different though nothing happened, ms of the clock. */
  readonly nextEnd: number | undefined;
}

/**
 * An informer over the server's rows, and what is to be seen of it.
 *
 * @param first - its place among the first lists
 * @param redact - takes secrets out of what went wrong
 */
export function followed(
  transport: Transport,
  { resource, scope, shard }: Target,
  title: string,
  first: FirstList,
  redact: (text: string) => string,
): Followed {
  const sets = createColumnSets();
  const plain = plainColumns(resource, sets);
  let table: readonly Column[] | undefined;
  let expected: number | undefined;
  let health: Health = unknownHealth;
  const rows = createRows();
  const rate = createRate();
  const widths = createWidths();

  const tables = tableTransport(
    transport,
    (columns) => (table = columns && tableColumns(columns, plain, sets)),
    sets,
  );
  const source = told(shallowSource(listWatch(tables, resource, scope)), (objects) => (expected = objects));
  const kept: Informer<KubeObject> = informer(source, {
    resetDelay: 0,
    reflect: {
      ...(shard && { shard }),
      streamingList: 'never', // pages say how many are still to come
      isFatal: (status) => !kept.store.hasSynced && first.isOver(status),
    },
  });
  const batches$ = kept.store.batches$.pipe(
    tap((changes) => {
      const now = asyncScheduler.now();
      rows.apply(changes, now);
      rate.count(changes.filter(({ cause }) => cause !== 'initial').length, now);
    }),
  );
  const statuses$ = kept.status$.pipe(
    tap((status) => {
      if (status.hasSynced) first.synced();
      const { problem, ...rest } = afterStatus(health, status, expected, asyncScheduler.now());
      health = { ...rest, problem: problem && { ...problem, text: short(redact(problem.text)) } };
    }),
  );
  const arrange = (pause: () => boolean): boolean => rows.arrange(asyncScheduler.now(), pause);
  const wanted = new Subject<void>();
  let isWanted = false;
  const arranged$ = wanted.pipe(
    exhaustMap(() => concat(workInSlices(arrange), of('arranged'))),
    filter(() => !isWanted), // within the first slice: the section that wanted it has it
  );

  return {
    changed$: merge(arranged$, statuses$, batches$), // in this order: a section may be wanted at the first status
    get nextEnd() {
      return rows.nextEnd;
    },
    section(now) {
      isWanted = true;
      wanted.next();
      isWanted = false;
      const { ordered } = rows;
      const [first] = ordered;
      const own = table ?? plain;
      // A collection whose objects have no namespace is of the cluster; in one namespace all have the same.
      const isSpread = (scope.namespace ?? '') === '' && first?.object.metadata.namespace !== undefined;
      const columns = isSpread ? [namespaceColumn, ...own] : own;
      return { title, columns, widths, rows: ordered, size: kept.store.size, health, rate: rate.at(now) };
    },
  };
}

/** The same source; tells with each page how many objects its list will have, where the server says so. */
function told(
  source: ListerWatcher<KubeObject>,
  tell: (objects: number | undefined) => void,
): ListerWatcher<KubeObject> {
  return {
    ...source,
    list(options, hooks) {
      let received = 0;
      return source.list(options, hooks).pipe(
        tap(({ items, remainingItemCount }) => {
          received += items.length;
          tell(remainingItemCount === undefined ? undefined : received + remainingItemCount);
        }),
      );
    },
  };
}
