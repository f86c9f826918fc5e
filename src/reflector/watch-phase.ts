import { defer, filter, first, map, type Observable, repeat, takeUntil, tap, timer } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { WatchEvent, WatchOptions } from '../source/index.ts';
import { collectInitialEvents } from './machine/initial-events.ts';
import { type Plan, replaced } from './machine/memory.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { ReflectorEvent } from './reflector-event.ts';
import { atMost, recordFailure, type RequestRecord } from './request-record.ts';

/** After the last frame of a streamed list that has not reached its end (Q2). */
const initialEventsTimeout = 30_000;
/** A watch has this long to end after it should have. */
const overtime = 30_000;

/** A watch from the last version, or a streamed list that goes on as one. */
export function watchPhase<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: Exclude<Plan, { kind: 'list' }>,
  record: RequestRecord,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const { source, settings, silence, wanted } = context;
    const { watchTimeout, random, now } = settings;
    const timeoutSeconds = Math.max(1, Math.floor((watchTimeout + random() * watchTimeout) / 1_000));
    const streaming = plan.kind === 'stream';
    silence.open(now(), {
      each: streaming ? initialEventsTimeout : settings.silenceTimeout,
      total: timeoutSeconds * 1_000 + overtime,
    });
    const read = streaming ? readInitialEvents(context, record) : readEvents(context, record, plan);

    return source.watch({ ...watchOptions(plan, timeoutSeconds), ...wanted }, context.onIncident).pipe(
      atMost(settings.maxObjects, ({ type }) => Number(record.openedAt === undefined && type !== 'BOOKMARK')),
      recordFailure(record),
      map((event) => {
        context.rethrow();
        return read(event);
      }),
      filter((event) => event !== undefined),
      takeUntil(fellSilent(context).pipe(tap(() => (record.silent = true)))),
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
  settings: { now, silenceTimeout = Infinity },
  silence,
}: ReflectorContext<T>): Observable<unknown> {
  // A streamed list has a limit of its own; a shorter one holds as soon as it has become a watch.
  const look = defer(() => timer(Math.min(silence.nextLook(now()), silenceTimeout)));
  return look.pipe(
    // One reading for each look: the clock moves on between two, and neither might then see the end.
    map(() => silence.left(now()) <= 0),
    repeat(),
    first((isOver) => isOver),
  );
}

type Read<T extends KubeObject> = (event: WatchEvent<T>) => ReflectorEvent<T> | undefined;

function readEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  record: RequestRecord,
  { resourceVersion }: { readonly resourceVersion: string },
): Read<T> {
  const { memory, silence, door, tell } = context;
  const { now } = context.settings;
  record.openedAt = now();
  tell({ phase: 'watching', since: record.openedAt, resourceVersion });
  // A watch without a version begins with the state, in no order of versions: none of them may be resumed from (B42).
  let ordered = resourceVersion !== '' && resourceVersion !== '0';

  return (event) => {
    if (event.type === 'BOOKMARK') {
      record.frames++;
      silence.bookmark(now());
      ordered = true;
      memory.resourceVersion = event.resourceVersion;
      return event;
    }
    silence.frame(now());
    const object = door(event.object);
    if (object === undefined) return undefined;
    record.frames++;
    ordered ||= event.type !== 'ADDED';
    // What is another's has been seen, too: the watch goes on behind it, and lives.
    if (ordered) memory.resourceVersion = event.object.metadata.resourceVersion;
    if (object === null) return undefined;
    return object === event.object ? event : { type: event.type, object };
  };
}

function readInitialEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  record: RequestRecord,
): Read<T> {
  const { memory, settings, silence, door, tell } = context;
  const initial = collectInitialEvents<T>(context.gather());
  const since = settings.now();
  tell({ phase: 'listing', since, received: 0 });
  let received = 0;
  let live: Read<T> | undefined;

  return (event) => {
    if (live !== undefined) return live(event);
    record.begun = true;
    silence.frame(settings.now());
    if (event.type !== 'BOOKMARK') {
      const object = door(event.object);
      if (object !== undefined && object !== null) initial.add({ type: event.type, object });
      received++;
      if (received % progress === 0) tell({ phase: 'listing', since, received: initial.size });
      return undefined;
    }
    if (event.initialEventsEnd !== true) return undefined;

    const { resourceVersion } = event;
    tell({ phase: 'listing', since, received: initial.size });
    replaced(memory, resourceVersion);
    silence.synced(settings.silenceTimeout);
    const items = initial.items();
    live = readEvents(context, record, { resourceVersion });
    return { type: 'REPLACED', items, resourceVersion };
  };
}

/** A streamed list tells how far it is once for so many objects. */
const progress = 500;
