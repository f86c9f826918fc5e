import {
  combineLatest,
  defer,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  ReplaySubject,
  take,
  takeUntil,
  tap,
} from 'rxjs';
import { type Informer, informerOf, informerStatus } from '../informer/index.ts';
import {
  type RowBatch,
  rowStore,
  type RowStoreOptions,
  type RowWrite,
  combinedStatus,
} from '../rows/index.ts';
import { added, type Cause, type Change, splitIdentity, withoutResyncs } from '../store/index.ts';

/** The part of an informer that a derived informer needs. */
export type InputInformer<T> = Pick<Informer<T>, 'store' | 'status$' | 'lastFrameAt' | 'retry'>;

/** The changes of one input of a derived informer, as writes to the store of the derived informer. */
export interface DerivedInput<Row> {
  readonly batches$: Observable<RowBatch<Row>>;
  /** Returns the current content of the input as one complete batch. */
  readonly content: (cause: Cause) => RowBatch<Row>;
}

/** The writes that follow from one change of an input. May not throw. */
export type WritesOf<T, Row> = (
  change: Change<T>,
  cause: Cause,
  push: (write: RowWrite<Row>) => void,
) => void;

export function derivedInput<T, Row>(
  informer: InputInformer<T>,
  writesOf: WritesOf<T, Row>,
): DerivedInput<Row> {
  const { store } = informer;
  return {
    batches$: store.batches$.pipe(
      map(withoutResyncs),
      map((changes) => ({
        type: 'changes',
        length: changes.length,
        evaluate: (nth, push) => {
          const change = changes[nth];
          if (change !== undefined) writesOf(change, change.cause, push);
        },
      })),
    ),
    content: (cause) => {
      const objects = store.list();
      const identities = store.listIdentities?.() ?? store.listKeys();
      return {
        type: 'content',
        length: objects.length,
        // The changes are made here, because 100,000 changes take too long for one task.
        evaluate: (nth, push) => {
          const object = objects[nth];
          if (object === undefined) return;
          const { key, cluster } = splitIdentity(identities[nth] ?? '');
          const change = added(key, object, cause);
          writesOf(cluster === undefined ? change : { ...change, cluster }, cause, push);
        },
      };
    },
  };
}

export interface DerivedInformerOptions<Row, Index extends string> extends RowStoreOptions<Row, Index> {
  /** The inputs by their names, which `inspect` shows. */
  readonly informers: Readonly<Record<string, InputInformer<unknown>>>;
  /** Called at each start. The content of the first input makes all rows. */
  readonly createInputs: () => readonly [DerivedInput<Row>, ...DerivedInput<Row>[]];
  readonly resetDelay: number | undefined;
}

/**
 * Creates an informer whose objects are rows that follow from the changes of other informers. The first rows come
 * when all inputs have synced. A long batch is evaluated in slices of 5 ms, and then applied atomically.
 */
export function derivedInformer<Row, Index extends string>({
  informers: named,
  createInputs,
  resetDelay,
  ...rows
}: DerivedInformerOptions<Row, Index>): Informer<Row, Index> {
  const informers = Object.values(named);
  const store = rowStore<Row, Index>(rows);
  const status = informerStatus(store);
  const frameClock = {
    get lastFrameAt(): number | undefined {
      const times = informers.map(({ lastFrameAt }) => lastFrameAt ?? -Infinity);
      const oldest = Math.min(...times);
      return oldest === -Infinity ? undefined : oldest;
    },
  };

  const pipe$ = defer(() => {
    const inputs = createInputs();
    let isLive = false;
    // `ended` is a ReplaySubject, because synchronous inputs can end before the code subscribes to `ended`.
    const ended = new ReplaySubject<void>(1);
    // The content includes all changes before `isLive`.
    const live$ = merge(...inputs.map(({ batches$ }) => batches$)).pipe(
      filter(() => isLive),
      finalize(() => {
        ended.next();
        ended.complete();
      }),
    );
    const statuses$ = combineLatest(informers.map(({ status$ }) => status$)).pipe(takeUntil(ended));
    const content$ = merge(statuses$, ended).pipe(
      filter(() => informers.every((informer) => informer.store.hasSynced)),
      take(1),
      map(() => {
        isLive = true;
        return inputs[0].content(store.listCause);
      }),
    );
    const emitted$ = statuses$.pipe(
      tap((statuses) => status.emit(combinedStatus(statuses))),
      ignoreElements(),
    );
    const stopped = (): void => status.emit({ phase: 'stopped' });
    // For an error, `informerOf` emits the status, before a subscriber can start the next run.
    return merge(merge(live$, content$).pipe(store.apply), emitted$).pipe(
      tap({ complete: stopped, unsubscribe: stopped }),
    );
  });

  return informerOf({
    store,
    pipe$,
    status,
    frameClock,
    resetDelay,
    retry: () => informers.forEach((input) => input.retry()),
    inputs: () => Object.entries(named).map(([name, input]) => ({ name, informer: input })),
  });
}
