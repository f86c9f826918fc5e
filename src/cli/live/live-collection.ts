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

/** A collection that is shown in a live table. */
export interface LiveCollection {
  /**
   * Follows the collection, and emits when the table must be drawn again. Errors if the first list is
   * refused, and the command must end because of the refusal.
   */
  readonly changed$: Observable<unknown>;
  /**
   * Returns the current section. While many rows are being sorted, the section shows the rows in their earlier order.
   */
  section(now: number): Section;
  /**
   * Time at which the section changes without an event, in ms of the clock; `undefined` if the section does not change.
   */
  readonly nextEnd: number | undefined;
}

/**
 * Creates an informer for the rows of the server's Tables, and the section that shows the rows.
 *
 * @param first - receives the failures and the success of the first list of this collection
 * @param redact - removes secrets from an error message
 */
export function liveCollection(
  transport: Transport,
  { resource, scope, shard }: Target,
  title: string,
  first: FirstList,
  redact: (text: string) => string,
): LiveCollection {
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
  const source = withExpectedCount(
    shallowSource(listWatch(tables, resource, scope)),
    (objects) => (expected = objects),
  );
  const kept: Informer<KubeObject> = informer(source, {
    resetDelay: 0,
    reflect: {
      ...(shard && { shard }),
      streamingList: 'never', // a streaming list does not report the number of remaining items
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
    // A call of `section` for a frame starts a sort. If the sort is complete within its first time slice,
    // that frame already shows the sorted rows, and no second frame is needed.
    filter(() => !isWanted),
  );

  return {
    // `merge` subscribes to `arranged$` first, because the first status may call `section`, and `section` needs the
    // subscription to `arranged$`.
    changed$: merge(arranged$, statuses$, batches$),
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
      // The namespace column is useless if all objects have the same namespace. The column is also useless for
      // cluster-scoped objects, because they have no namespace.
      const isSpread = (scope.namespace ?? '') === '' && first?.object.metadata.namespace !== undefined;
      const columns = isSpread ? [namespaceColumn, ...own] : own;
      return { title, columns, widths, rows: ordered, size: kept.store.size, health, rate: rate.at(now) };
    },
  };
}

/**
 * Wraps a ListerWatcher. At each page, calls `onTotal` with the number of objects in the whole list. If the
 * server does not report the number, the argument is `undefined`.
 */
function withExpectedCount(
  source: ListerWatcher<KubeObject>,
  onTotal: (objects: number | undefined) => void,
): ListerWatcher<KubeObject> {
  return {
    ...source,
    list(options, hooks) {
      let received = 0;
      return source.list(options, hooks).pipe(
        tap(({ items, remainingItemCount }) => {
          received += items.length;
          onTotal(remainingItemCount === undefined ? undefined : received + remainingItemCount);
        }),
      );
    },
  };
}
