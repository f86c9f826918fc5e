import {
  concat,
  defer,
  EMPTY,
  concatMap,
  exhaustMap,
  first,
  map,
  merge,
  type Observable,
  type Observer,
  of,
  partition,
  repeat,
  Subject,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { ConnectionError, type KubeObject } from '../objects/index.ts';
import type { IncidentListener, WatchEvent, WatchOptions } from '../source/index.ts';
import { probeVersion } from './list-phase.ts';
import { isRefusedForGood } from './machine/decide.ts';
import { initialEventsTimeout } from './machine/idle-detector.ts';
import { UnfreezableObject } from './machine/prepare-object.ts';
import { collectInitialEvents } from './machine/initial-events.ts';
import {
  isBelowNewest,
  isResumable,
  type ReflectorState,
  newestOf,
  type RequestPlan,
} from './machine/reflector-state.ts';
import { elapsed, trampolineMap } from '../scheduling/index.ts';
import type { ActiveStatus, ReflectorContext } from './reflector-context.ts';
import { type ReflectorEvent, replacedEvent } from './reflector-event.ts';
import { atMost, newRequestProgress, recordFailure, type RequestProgress } from './request-progress.ts';

/** The shortest time between two probes (requests for the current resourceVersion) during a watch, in ms. */
const probeInterval = 30_000;
/** The time in ms that the server has to end the watch after `timeoutSeconds`. */
const overtime = 30_000;

/** Sends one watch from the last resource version, or one streamed list that becomes a watch. */
export function watchPhase<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Extract<RequestPlan, { kind: 'stream' | 'watch' }>,
  progress: RequestProgress,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const { source, settings, state, idleDetector, shardQuery, emitStatus } = context;
    const { watchTimeout, random, now } = settings;
    const timeoutSeconds = Math.max(1, Math.floor((watchTimeout + random() * watchTimeout) / 1_000));
    const streaming = plan.kind === 'stream';
    idleDetector.open(now(), {
      each: streaming ? initialEventsTimeout : settings.idleTimeout,
      total: timeoutSeconds * 1_000 + overtime,
    });
    const olderVersions$ = new Subject<string>();
    const begin = streaming ? readInitialEvents : readEvents;
    const read = begin(context, progress, olderVersions$, plan);

    // If the ListerWatcher reports that the answer has not begun after 5 s, the status is `listing` until it begins.
    const onIncident: IncidentListener = (incident, count) => {
      const answered = count === 0 && incident instanceof ConnectionError ? incident.answered : undefined;
      let newStatus: ActiveStatus | undefined;
      if (answered !== undefined) progress.unanswered = !answered;
      if (plan.kind === 'watch' && answered !== undefined) {
        newStatus = answered
          ? opened(progress, now(), plan)
          : { phase: 'listing', since: now(), received: 0 };
      }
      context.onIncident(incident, count, newStatus);
    };
    const options = { ...watchOptions(plan, timeoutSeconds), ...shardQuery };
    return source.watch(options, { onIncident, ...context.hooks() }).pipe(
      atMost(settings.maxObjects, ({ type }) =>
        Number(progress.openedAt === undefined && type !== 'BOOKMARK'),
      ),
      recordFailure(progress),
      trampolineMap((event) => {
        context.rethrow();
        state.processing = true;
        // A custom transport can report that the answer has not begun after 5 s, and then not
        // report that the answer has begun. So each event also ends the state `unanswered`.
        if (progress.unanswered) {
          if (streaming) progress.unanswered = false;
          else emitStatus(opened(progress, now(), plan));
        }
        const emitted = read(event);
        state.processing = false;
        return emitted;
      }),
      takeUntil(whenIdle(context).pipe(tap(() => (progress.idle = true)))),
      takeUntil(staleVersion(context, progress, olderVersions$)),
    );
  });
}

function watchOptions({ kind, resourceVersion }: RequestPlan, timeoutSeconds: number): WatchOptions {
  const from = resourceVersion === '' ? {} : { resourceVersion };
  const how = { allowWatchBookmarks: true, timeoutSeconds };
  return kind === 'stream' ? { ...from, sendInitialEvents: true, ...how } : { ...from, ...how };
}

/**
 * Emits when the watch has been idle for too long. The function checks at intervals, because a timer for each event would cost
 * too much.
 */
function whenIdle<T extends KubeObject>({
  settings: { now, idleTimeout = Infinity },
  idleDetector,
}: ReflectorContext<T>): Observable<unknown> {
  // A streamed list has its own limit. The timer is at most `idleTimeout`, so that a shorter `idleTimeout` applies as soon as the
  // list has become a watch.
  const check$ = defer(() => timer(Math.min(idleDetector.nextCheck(now()), idleTimeout)));
  return check$.pipe(
    // The code reads the clock once for each check, because two readings can differ.
    map(() => idleDetector.left(now()) <= 0),
    repeat(),
    first((isIdle) => isIdle),
  );
}

/**
 * Emits the current resourceVersion of the server if it went backwards, or `undefined` if the watch repeated an old event.
 *
 * An event with an older version has one of these two reasons. To find the reason, the reflector reads the current version with a
 * probe, at most every 30 s, until the server answers.
 */
function staleVersion<T extends KubeObject>(
  context: ReflectorContext<T>,
  progress: RequestProgress,
  olderVersions$: Observable<string>,
): Observable<string | undefined> {
  const {
    state,
    settings: { now },
  } = context;
  // In two situations, an older version proves without a probe that the versions of the server went backwards. First, a
  // streamed list ends with an older version: a streamed list always ends with the current version of the server.
  // Second, an event has the version `0`: a watch never repeats an event with the version `0`.
  const [certain$, doubtful$] = partition(
    olderVersions$,
    (version) => progress.openedAt === undefined || version === '0',
  );
  const probed$ = doubtful$.pipe(
    tap(() => (state.sawOlderVersion = true)),
    exhaustMap((version) =>
      defer(() => probeAllowed(state, now())).pipe(
        concatMap(() => probe(context, version)),
        repeat(),
        take(1),
      ),
    ),
  );
  return merge(certain$, probed$).pipe(
    tap((version) => {
      progress.versionsResetTo = version;
      progress.eventRepeated = version === undefined;
    }),
  );
}

/**
 * Emits when the next probe (a request for the current resourceVersion) may be sent: at once, or after the rest of the interval.
 */
function probeAllowed({ probedAt }: ReflectorState, now: number): Observable<unknown> {
  const left = probedAt === undefined ? 0 : probeInterval - elapsed(probedAt, now);
  return left <= 0 ? of(0) : timer(left);
}

/**
 * Reads the current resourceVersion of the server with a probe. Emits the version if it went backwards, and otherwise `undefined`.
 * Emits nothing if the probe failed.
 *
 * @param version - the older version in the event; emitted if the server refuses each probe
 */
function probe<T extends KubeObject>(
  context: ReflectorContext<T>,
  version: string,
): Observable<string | undefined> {
  const probeProgress = newRequestProgress();
  context.state.probedAt = context.settings.now();
  return concat(
    probeVersion(context, probeProgress),
    defer(() => {
      if (probeProgress.error === undefined) return of(probeProgress.versionsResetTo);
      if (isRefusedForGood(probeProgress.error)) return of(version);
      context.onIncident(probeProgress.error, 0); // 0: no object was omitted
      return EMPTY;
    }),
  );
}

function opened(
  progress: RequestProgress,
  now: number,
  { resourceVersion }: Pick<RequestPlan, 'resourceVersion'>,
): ActiveStatus {
  progress.openedAt = now;
  progress.unanswered = false;
  return { phase: 'watching', since: now, resourceVersion };
}

type Read<T extends KubeObject> = (event: WatchEvent<T>) => ReflectorEvent<T> | undefined;

function readEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  progress: RequestProgress,
  olderVersions$: Observer<string>,
  { resourceVersion }: { readonly resourceVersion: string },
): Read<T> {
  const { state, idleDetector, prepareObject, emitStatus } = context;
  const { now } = context.settings;
  emitStatus(opened(progress, now(), { resourceVersion }));
  // A watch without a version begins with the current objects. The versions of these objects are in no order (B42).
  const ordered = isResumable(resourceVersion);
  const advanceTo = (version: string): void => {
    if (isResumable(version)) state.resourceVersion = version;
    if (!isBelowNewest(state, version)) state.newest = newestOf(state.newest, version);
    else olderVersions$.next(version);
  };

  return (event) => {
    if (event.type === 'BOOKMARK') {
      progress.frames++;
      idleDetector.bookmark(now());
      if (ordered) advanceTo(event.resourceVersion);
      return event;
    }
    idleDetector.frame(now());
    const version = versionOf(event.object);
    const object = prepareObject(event.object);
    // If the transform of the user has disabled the reflector, `processing` is false, and the event is not emitted.
    if (object === 'malformed' || version === undefined || !state.processing) return undefined;
    progress.frames++;
    // The version of an event of another shard is stored, too, so that the next watch resumes after that event.
    if (ordered) advanceTo(version);
    if (object === 'otherShard') return undefined;
    if (object instanceof UnfreezableObject) return object.deletion;
    return object === event.object ? event : { ...event, object };
  };
}

/**
 * Returns the version of an object. The object can be malformed and have no metadata. Call this function before
 * `prepareObject`, because the transform can change the object in place.
 */
const versionOf = (object: Partial<KubeObject> | null): string | undefined =>
  object?.metadata?.resourceVersion;

function readInitialEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  progress: RequestProgress,
  olderVersions$: Observer<string>,
): Read<T> {
  const { state, settings, idleDetector, prepareObject, emitStatus } = context;
  const initial = collectInitialEvents<T>(context.listEncoder(state.versionsReset));
  const since = settings.now();
  emitStatus({ phase: 'listing', since, received: 0 });
  let received = 0;
  /** Whether all initial events have arrived. The next frame of the list is the final bookmark. */
  let hasInitialEvents = false;
  /** Processes the events of the watch. `undefined` until the streamed list ends and becomes a watch. */
  let readWatch: Read<T> | undefined;

  return (event) => {
    if (readWatch !== undefined) return readWatch(event);
    progress.begun = true;
    // An event other than ADDED is not an initial event. After such an event, further events do not extend the idle limit.
    if (!hasInitialEvents) idleDetector.frame(settings.now());
    hasInitialEvents ||= event.type !== 'ADDED';
    if (event.type !== 'BOOKMARK') {
      const object = prepareObject(event.object);
      if (object instanceof UnfreezableObject) initial.add(object.deletion);
      else if (typeof object === 'object') initial.add({ ...event, object });
      received++;
      if (received % statusInterval === 0) emitStatus({ phase: 'listing', since, received: initial.size });
      return undefined;
    }
    if (event.initialEventsEnd !== true) return undefined;

    const { resourceVersion } = event;
    if (!state.versionsReset && isBelowNewest(state, resourceVersion)) {
      olderVersions$.next(resourceVersion);
      return undefined;
    }
    emitStatus({ phase: 'listing', since, received: initial.size });
    if (!state.processing) return undefined; // a subscriber of the status has disabled the reflector
    const list = replacedEvent(state, initial.takeItems(), resourceVersion, settings.now());
    idleDetector.synced(settings.idleTimeout);
    readWatch = readEvents(context, progress, olderVersions$, { resourceVersion });
    return list;
  };
}

/** The number of objects of a streamed list between two statuses. */
const statusInterval = 500;
