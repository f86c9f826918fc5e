import {
  asyncScheduler,
  catchError,
  concat,
  defaultIfEmpty,
  defer,
  EMPTY,
  exhaustMap,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  race,
  ReplaySubject,
  retry,
  Subject,
  take,
  takeUntil,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { resourceClient, type ResourceClient } from '../client/index.ts';
import {
  anObject,
  checkArgument,
  checkOptions,
  isNonEmptyString,
  KubeError,
  type KubeObject,
  type Resource,
  type Rule,
  StatusError,
} from '../objects/index.ts';
import { randomSource } from '../reflector/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import { aTransport, type Transport } from '../source/index.ts';
import { eventLimits, EventSeries, type EventWrite } from './machine/event-series.ts';
import {
  checkEvent,
  type EventFacts,
  type EventObject,
  type EventReporter,
  newEvent,
  type NewEvent,
} from './machine/new-event.ts';
import { whenDue } from './when-due.ts';

/** The options of {@link eventRecorder}. */
export interface EventRecorderOptions {
  /** The name of the controller with its domain, such as `example.com/websites`. */
  readonly reportingController: string;
  /** The name of this process, for example of its pod. At most 128 characters. Default: the name of the controller. */
  readonly reportingInstance?: string;
}

/** Writes events about objects. */
export interface EventRecorder {
  /**
   * Records that something happened to the object. The method returns at once, and never throws: wrong arguments and failed requests
   * are emitted by `errors$`. The object needs its `apiVersion` and `kind`.
   */
  record(about: KubeObject, event: EventFacts): void;
  /**
   * Emits the error of each event that could not be written, and completes after `stop`. Errors without a subscriber are dropped.
   */
  readonly errors$: Observable<unknown>;
  /**
   * Stops the recorder. It writes the last count of each series. A request without an answer is then sent only once
   * more, without a delay. Later events are dropped. While a recorder has series in memory, its timers keep a Node
   * process running: up to 6 min after the last event.
   */
  stop(): void;
}

/**
 * Creates a recorder of events of `events.k8s.io/v1`, as client-go's `tools/events` (B279). The first occurrence of an
 * event is created at once. The second occurrence turns the event into a series, and later occurrences are counted. The
 * recorder writes the count after 30 min, and 6 min after the last occurrence. Occurrences belong to one series if the
 * object, type, reason, action and `related` are equal. The series keeps the note of the first occurrence.
 *
 * A request without an answer is sent at most 12 times, with delays of 10 to 12.5 s. A refusal of the server is final,
 * except after a `Retry-After`. At most 1,000 new events wait. Further new events are dropped.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const events = eventRecorder(transport, { reportingController: 'example.com/websites' });
 * events.errors$.subscribe((error) => console.warn(error));
 * events.record(deployment, { type: 'Normal', reason: 'ScaledUp', action: 'Scale', note: 'from 1 to 3' });
 * ```
 */
export function eventRecorder(transport: Transport, options: EventRecorderOptions): EventRecorder {
  checkArgument('eventRecorder: transport', transport, aTransport);
  checkArgument('eventRecorder: options', options, anObject);
  checkOptions('eventRecorder', options, { reportingController: aName, reportingInstance: aName });
  checkArgument('eventRecorder: reportingController', options.reportingController, aName);
  const { reportingController, reportingInstance = reportingController } = options;
  const reporter: EventReporter = { reportingController, reportingInstance };
  const client = resourceClient(transport, events, { maxRetries: throttledTries });
  const now = (): number => asyncScheduler.now();
  const nanoseconds = uniqueNanoseconds(now);
  const series = new EventSeries();
  const errors$ = new Subject<unknown>();
  const changed$ = new Subject<void>();
  const stopping$ = new ReplaySubject<void>(1);
  let isStopped = false;
  let isFull = false;

  const send = (write: EventWrite): Observable<never> =>
    sendWrite(client, write).pipe(
      retryWithoutAnswer(stopping$),
      map(() => true),
      catchError((error: unknown) => {
        errors$.next(error);
        return of(false);
      }),
      defaultIfEmpty(false),
      mergeMap((isWritten) => {
        write.settle(isWritten, now());
        changed$.next();
        return EMPTY;
      }),
    );
  // The requests start at the end of the task, so that `record` is cheap for a reconcile function.
  const requests$ = changed$.pipe(
    exhaustMap(() => taskEnd$.pipe(mergeMap(() => series.writes(now)))),
    mergeMap(send),
  );
  const due$ = changed$.pipe(
    map(() => series.nextDueAt),
    whenDue(now),
    tap(() => {
      series.advance(now());
      changed$.next();
    }),
    takeUntil(stopping$),
  );
  const stopped$ = stopping$.pipe(
    mergeMap(() => concat(of(undefined), changed$)),
    exhaustMap(() => (series.isIdle ? of(undefined) : EMPTY)),
  );
  merge(requests$, due$)
    .pipe(takeUntil(stopped$))
    .subscribe({ complete: () => errors$.complete() });

  return {
    record: (about, facts) => {
      if (isStopped) return;
      try {
        checkEvent(facts);
        const event = newEvent(about, facts, reporter, { now: now(), nanoseconds: nanoseconds() });
        const isAccepted = series.add(event, now());
        if (!isAccepted && !isFull) errors$.next(queueFull());
        isFull = !isAccepted;
        changed$.next();
      } catch (error) {
        errors$.next(error);
      }
    },
    errors$: errors$.asObservable(),
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      series.finishAll();
      changed$.next();
      stopping$.next();
    },
  };
}

/**
 * Sends one write. If the server no longer has the event of a series, the event is created again, without a
 * resourceVersion (B274).
 */
function sendWrite(client: ResourceClient<EventObject>, { event, series }: EventWrite): Observable<unknown> {
  const created$ = (body: NewEvent): Observable<unknown> => defer(() => client.create(body));
  if (series === undefined) {
    // The name of each event is unique. So a 409 means that an earlier try has created the event, and that its answer
    // was lost.
    return created$(event).pipe(catchError(unless(409, () => of(undefined))));
  }
  const { name, namespace } = event.metadata;
  return defer(() => client.patch(`${namespace}/${name}`, { series })).pipe(
    catchError(unless(404, () => created$({ ...event, series }))),
  );
}

/** Handles a refusal with the given code, and passes on all other errors. */
const unless =
  (code: number, handle: () => Observable<unknown>) =>
  (error: unknown): Observable<unknown> =>
    error instanceof StatusError && error.code === code ? handle() : throwError(() => error);

/** Sends a request again if it had no answer: at most 12 tries (B273). An answer with an error is final. */
function retryWithoutAnswer<T>(stopping$: Observable<unknown>) {
  let isStopping = false;
  return (source$: Observable<T>): Observable<T> =>
    source$.pipe(
      retry({
        count: maxTries - 1,
        delay: (error: unknown) => {
          const isFinal = error instanceof StatusError || (error as Partial<KubeError>).failure === 'fatal';
          if (isFinal || isStopping) return throwError(() => error);
          const stop$ = stopping$.pipe(tap(() => (isStopping = true)));
          return race(timer(retryDelay * (1 + 0.25 * randomSource.next())), stop$).pipe(take(1));
        },
      }),
    );
}

/**
 * Creates a function that returns the current time in nanoseconds, and never returns a value twice. The clock only
 * counts milliseconds. The other digits are random, because several processes can report events about one object at the
 * same time.
 */
function uniqueNanoseconds(now: () => number): () => bigint {
  let last = 0n;
  return () => {
    const time = BigInt(Math.floor(now())) * 1_000_000n + BigInt(Math.floor(randomSource.next() * 1_000_000));
    last = time > last ? time : last + 1n;
    return last;
  };
}

const queueFull = (): KubeError =>
  new KubeError('throttled', `an event was dropped, because ${eventLimits.queued} events wait`, {
    advice: 'check the connection, and record fewer different events',
  });

const events: Resource<EventObject> = {
  group: 'events.k8s.io',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
};

/** The number of times a request is sent (client-go's `maxTriesPerEvent`). */
const maxTries = 12;
/** The shortest delay between two tries, in ms. */
const retryDelay = 10_000;
/** The number of times a request is sent again after a `Retry-After`, as in client-go's REST client. */
const throttledTries = 10;

const aName: Rule = {
  allowed: 'a text of 1 to 128 characters',
  test: (given) => isNonEmptyString(given) && given.length <= 128,
};
