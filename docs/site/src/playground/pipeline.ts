import {
  BehaviorSubject,
  concat,
  defer,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  Subject,
  switchMap,
  takeWhile,
  tap,
  throwError,
  timer,
} from 'rxjs';
import {
  batchPerTask,
  buffered,
  type Change,
  ConnectionError,
  deltaFifo,
  type DeliveryOptions,
  type Deltas,
  indexedStore,
  type IndexedStore,
  type KubeObject,
  type ListerWatcher,
  reflect,
  type ReflectorEvent,
  type ReflectorStatus,
} from 'rx-informer';
import {
  type ClusterRequest,
  type VirtualCluster,
  virtualCluster,
  type VirtualCollection,
} from 'rx-informer/testing';

/** A stage of the pipeline whose output the page shows. */
export type Stage = 'requests' | 'events' | 'deltas' | 'batches' | 'changes';

/** A value that a stage has emitted, as text. */
interface Passed {
  readonly stage: Stage;
  readonly text: string;
}

/** The settings of the subscriber on the page. */
export interface Subscriber {
  readonly buffer: NonNullable<DeliveryOptions['buffer']>;
  /**
   * Time in ms between two changes that the subscriber takes. 0 means that the subscriber takes each change at once.
   */
  readonly pause: number;
}

/**
 * A simulated cluster, and an informer of one collection. The stages are the stages of `informer()`, and the page
 * shows the values that each stage emits.
 */
export interface Pipeline {
  readonly cluster: VirtualCluster;
  readonly objects: VirtualCollection<KubeObject>;
  readonly store: IndexedStore<KubeObject>;
  readonly passed$: Observable<Passed>;
  readonly status$: Observable<ReflectorStatus>;
  /** While true, the server answers no request, and open watches break. */
  readonly isAway: BehaviorSubject<boolean>;
  readonly subscriber: BehaviorSubject<Subscriber>;
  /** Starts the informer. Returns a function that stops the informer. */
  readonly start: () => () => void;
}

export function createPipeline(): Pipeline {
  const cluster = virtualCluster({ latency: 80, listLatency: 200, lag: 60, bookmarkInterval: 8_000 });
  const objects = cluster.collection('configmaps');
  const isAway = new BehaviorSubject(false);
  const subscriber = new BehaviorSubject<Subscriber>({ buffer: 'unbounded', pause: 0 });
  const status = new BehaviorSubject<ReflectorStatus>({ phase: 'stopped' });
  const passed = new Subject<Passed>();
  const store = indexedStore<KubeObject>();
  const pass =
    (stage: Stage) =>
    (text: string): void =>
      passed.next({ stage, text });

  const events$ = reflect(whileThere(objects.listerWatcher(), isAway), {
    status,
    backoff: { initial: 1_500 },
  });
  const informer$ = events$.pipe(
    tap((event) => pass('events')(textOfEvent(event))),
    deltaFifo({ process: (deltas) => store.apply(deltas) }),
    tap((deltas) => pass('deltas')(textOfDeltas(deltas))),
  );
  const batches$ = store.batches$.pipe(
    batchPerTask(),
    tap((batch) => pass('batches')(`${batch.length} ${batch.length === 1 ? 'change' : 'changes'}`)),
  );
  // Each change of the settings creates a new subscriber. It first gets the objects of the store with the cause
  // `replay`.
  const changes$ = subscriber.pipe(
    switchMap(({ buffer, pause }) =>
      batches$.pipe(buffered({ buffer, ...(pause > 0 && { notifier: timer(pause, pause) }) })),
    ),
    map(textOfChange),
  );

  const start = (): (() => void) => {
    const running = cluster.requests$.subscribe((request) => pass('requests')(textOfRequest(request)));
    running.add(changes$.subscribe(pass('changes')));
    running.add(informer$.subscribe());
    return () => running.unsubscribe();
  };
  return {
    cluster,
    objects,
    store: store.asReadonly(),
    passed$: passed.asObservable(),
    status$: status.asObservable(),
    isAway,
    subscriber,
    start,
  };
}

/** Returns a source whose server does not answer while `isAway` is true. */
function whileThere<T extends KubeObject>(
  source: ListerWatcher<T>,
  isAway: BehaviorSubject<boolean>,
): ListerWatcher<T> {
  const refused = (): Observable<never> => throwError(() => new ConnectionError('connection refused'));
  const reset$ = isAway.pipe(switchMap((away) => (away ? refused() : NEVER)));
  return {
    list: (options, hooks) => defer(() => (isAway.value ? refused() : source.list(options, hooks))),
    watch: (options, hooks) =>
      defer(() => (isAway.value ? refused() : endTogether(source.watch(options, hooks), reset$))),
  };
}

/** Emits the values of `stream$` until it completes. Emits an error as soon as `reset$` emits an error. */
function endTogether<V>(stream$: Observable<V>, reset$: Observable<never>): Observable<V> {
  const values$ = stream$.pipe(map((value) => ({ value })));
  return merge(concat(values$, of(undefined)), reset$).pipe(
    takeWhile((boxed) => boxed !== undefined),
    map(({ value }) => value),
  );
}

function textOfRequest({ verb, key, options }: ClusterRequest): string {
  if (key !== undefined) return `${verb} ${key}`;
  const from = options?.resourceVersion === undefined ? '' : ` from ${options.resourceVersion}`;
  return `${verb}${options?.sendInitialEvents === true ? ' with the initial list' : from}`;
}

const nameOf = ({ metadata }: KubeObject): string => `${metadata.name}@${metadata.resourceVersion}`;

function textOfEvent(event: ReflectorEvent<KubeObject>): string {
  switch (event.type) {
    case 'REPLACED':
      return `REPLACED: ${event.items.map(nameOf).join(' ') || 'nothing'}`;
    case 'BOOKMARK':
      return `BOOKMARK ${event.resourceVersion}`;
    case 'RESYNC':
      return 'RESYNC';
    default:
      return `${event.type} ${nameOf(event.object)}`;
  }
}

function textOfDeltas(deltas: Deltas<KubeObject>): string {
  return deltas
    .map((delta) => {
      if (delta.type === 'ReplacedAll') return `ReplacedAll: ${delta.objects.length} objects`;
      if (delta.type === 'SyncAll') return 'SyncAll';
      return delta.type === 'Bookmark'
        ? `Bookmark ${delta.resourceVersion}`
        : `${delta.type} ${nameOf(delta.object)}`;
    })
    .join(', ');
}

const textOfChange = ({ type, object, cause }: Change<KubeObject>): string =>
  `${type} ${nameOf(object)} (${cause})`;
