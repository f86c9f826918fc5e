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
import { checkPhase } from './list-phase.ts';
import { isRefusedForGood } from './machine/decide.ts';
import { LeftOut } from './machine/door.ts';
import { collectInitialEvents } from './machine/initial-events.ts';
import { isBehind, isResumable, type Memory, newestOf, type Plan } from './machine/memory.ts';
import { elapsed, trampolineMap } from '../scheduling/index.ts';
import type { ActiveStatus, ReflectorContext } from './reflector-context.ts';
import { type ReflectorEvent, replacedEvent } from './reflector-event.ts';
import { atMost, newRecord, recordFailure, type RequestRecord } from './request-record.ts';

/** After the last frame of the first state, or the first one after it, of a streamed list that has not reached its end (Q2). */
const initialEventsTimeout = 30_000;
/** Between two questions for the server's version beside watches, ms. */
const checkInterval = 30_000;
/** A watch has this long to end after it should have. */
const overtime = 30_000;

/** A watch from the last version, or a streamed list that goes on as one. */
export function watchPhase<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Extract<Plan, { kind: 'stream' | 'watch' }>,
  record: RequestRecord,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const { source, settings, memory, silence, wanted, tell } = context;
    const { watchTimeout, random, now } = settings;
    const timeoutSeconds = Math.max(1, Math.floor((watchTimeout + random() * watchTimeout) / 1_000));
    const streaming = plan.kind === 'stream';
    silence.open(now(), {
      each: streaming ? initialEventsTimeout : settings.idleTimeout,
      total: timeoutSeconds * 1_000 + overtime,
    });
    const older$ = new Subject<string>();
    const begin = streaming ? readInitialEvents : readEvents;
    const read = begin(context, record, older$, plan);

    // No watch is open before its answer begins. A source reports that only where it is late: not each has a way to.
    const onIncident: IncidentListener = (incident, count) => {
      const answered = count === 0 && incident instanceof ConnectionError ? incident.answered : undefined;
      let moved: ActiveStatus | undefined;
      if (plan.kind === 'watch' && answered !== undefined) {
        record.unanswered = !answered;
        moved = answered ? opened(record, now(), plan) : { phase: 'listing', since: now(), received: 0 };
      }
      context.onIncident(incident, count, moved);
    };
    const options = { ...watchOptions(plan, timeoutSeconds), ...wanted };
    return source.watch(options, { onIncident, knownObjects: context.knownObjects() }).pipe(
      atMost(settings.maxObjects, ({ type }) => Number(record.openedAt === undefined && type !== 'BOOKMARK')),
      recordFailure(record),
      trampolineMap((event) => {
        context.rethrow();
        memory.reading = true;
        if (record.unanswered) tell(opened(record, now(), plan)); // a transport of the user's own may not say so
        const out = read(event);
        memory.reading = false;
        return out;
      }),
      takeUntil(fellSilent(context).pipe(tap(() => (record.silent = true)))),
      takeUntil(fellBehind(context, record, older$)),
    );
  });
}

function watchOptions({ kind, resourceVersion }: Plan, timeoutSeconds: number): WatchOptions {
  const from = resourceVersion === '' ? {} : { resourceVersion };
  const how = { allowWatchBookmarks: true, timeoutSeconds };
  return kind === 'stream' ? { ...from, sendInitialEvents: true, ...how } : { ...from, ...how };
}

/** Emits once the stream counts as dead. Looks at the clock now and then: no timer is set or cleared for an event. */
function fellSilent<T extends KubeObject>({
  settings: { now, idleTimeout = Infinity },
  silence,
}: ReflectorContext<T>): Observable<unknown> {
  // A streamed list has a limit of its own; a shorter one holds as soon as it has become a watch.
  const look = defer(() => timer(Math.min(silence.nextLook(now()), idleTimeout)));
  return look.pipe(
    // One reading for each look: the clock moves on between two, and neither might then see the end.
    map(() => silence.left(now()) <= 0),
    repeat(),
    first((isOver) => isOver),
  );
}

/**
 * Emits once the versions went back, or an event was repeated. An older version does not say which, so the server is asked
 * for its version beside the watch: at once, but 30 s after it was asked last, and every 30 s until it answers.
 */
function fellBehind<T extends KubeObject>(
  context: ReflectorContext<T>,
  record: RequestRecord,
  older$: Observable<string>,
): Observable<string | undefined> {
  const {
    memory,
    settings: { now },
  } = context;
  // The end of a streamed list is no event: what the server says there is its version. And no proxy repeats a `0`.
  const [certain$, doubtful$] = partition(
    older$,
    (version) => record.openedAt === undefined || version === '0',
  );
  const checked$ = doubtful$.pipe(
    tap(() => (memory.doubted = true)),
    exhaustMap((version) =>
      defer(() => mayCheck(memory, now())).pipe(
        concatMap(() => ask(context, version)),
        repeat(),
        take(1),
      ),
    ),
  );
  return merge(certain$, checked$).pipe(
    tap((version) => {
      record.behind = version;
      record.repeated = version === undefined;
    }),
  );
}

/** Emits when the server may be asked again: within the call where it may be at once. */
function mayCheck({ checkedAt }: Memory, now: number): Observable<unknown> {
  const left = checkedAt === undefined ? 0 : checkInterval - elapsed(checkedAt, now);
  return left <= 0 ? of(0) : timer(left);
}

/**
 * Asks the server for its version. Emits that where it is below the newest, `undefined` where it is not, and nothing where
 * the server did not say it.
 *
 * @param version - the older version, which counts alone where the check is refused: it will be refused again
 */
function ask<T extends KubeObject>(
  context: ReflectorContext<T>,
  version: string,
): Observable<string | undefined> {
  const check = newRecord();
  context.memory.checkedAt = context.settings.now();
  return concat(
    checkPhase(context, check),
    defer(() => {
      if (check.error === undefined) return of(check.behind);
      if (isRefusedForGood(check.error)) return of(version);
      context.onIncident(check.error, 0); // it left no object out
      return EMPTY;
    }),
  );
}

/** From now on it is a watch. */
function opened(
  record: RequestRecord,
  now: number,
  { resourceVersion }: Pick<Plan, 'resourceVersion'>,
): ActiveStatus {
  record.openedAt = now;
  record.unanswered = false;
  return { phase: 'watching', since: now, resourceVersion };
}

type Read<T extends KubeObject> = (event: WatchEvent<T>) => ReflectorEvent<T> | undefined;

function readEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  record: RequestRecord,
  older$: Observer<string>,
  { resourceVersion }: { readonly resourceVersion: string },
): Read<T> {
  const { memory, silence, door, tell } = context;
  const { now } = context.settings;
  tell(opened(record, now(), { resourceVersion }));
  // Of a watch from no version: it begins with the state, in no order of versions (B42).
  const ordered = isResumable(resourceVersion);
  const reach = (version: string): void => {
    if (isResumable(version)) memory.resourceVersion = version;
    if (!isBehind(memory, version)) memory.newest = newestOf(memory.newest, version);
    else older$.next(version);
  };

  return (event) => {
    if (event.type === 'BOOKMARK') {
      record.frames++;
      silence.bookmark(now());
      if (ordered) reach(event.resourceVersion);
      return event;
    }
    silence.frame(now());
    const version = versionOf(event.object);
    const object = door(event.object);
    if (object === undefined || version === undefined || !memory.reading) return undefined;
    record.frames++;
    // What is another's has been seen, too: the watch goes on behind it, and lives.
    if (ordered) reach(version);
    if (object === null) return undefined;
    if (object instanceof LeftOut) return object.deletion;
    return object === event.object ? event : { ...event, object };
  };
}

/** Read before the door, whose transform may change the object in place. A malformed object, which has none, does not get through it. */
const versionOf = (object: Partial<KubeObject> | null): string | undefined =>
  object?.metadata?.resourceVersion;

function readInitialEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  record: RequestRecord,
  older$: Observer<string>,
): Read<T> {
  const { memory, settings, silence, door, tell } = context;
  const initial = collectInitialEvents<T>(context.listEncoder(memory.wentBack));
  const since = settings.now();
  tell({ phase: 'listing', since, received: 0 });
  let received = 0;
  let isLive = false;
  let live: Read<T> | undefined;

  return (event) => {
    if (live !== undefined) return live(event);
    record.begun = true;
    // What follows the first state is live; then the end is due, however much else comes.
    if (!isLive) silence.frame(settings.now());
    isLive ||= event.type !== 'ADDED';
    if (event.type !== 'BOOKMARK') {
      const object = door(event.object);
      if (object instanceof LeftOut) initial.add(object.deletion);
      else if (object) initial.add({ ...event, object });
      received++;
      if (received % progress === 0) tell({ phase: 'listing', since, received: initial.size });
      return undefined;
    }
    if (event.initialEventsEnd !== true) return undefined;

    const { resourceVersion } = event;
    if (!memory.wentBack && isBehind(memory, resourceVersion)) {
      older$.next(resourceVersion);
      return undefined;
    }
    tell({ phase: 'listing', since, received: initial.size });
    if (!memory.reading) return undefined;
    const list = replacedEvent(memory, initial.takeItems(), resourceVersion, settings.now());
    silence.synced(settings.idleTimeout);
    live = readEvents(context, record, older$, { resourceVersion });
    return list;
  };
}

/** A streamed list tells how far it is once for so many objects. */
const progress = 500;
