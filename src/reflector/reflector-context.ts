import { concatAll, identity, type Observable, of } from 'rxjs';
import type { KnownObjects, KubeError, KubeObject } from '../objects/index.ts';
import type { ListerWatcher, ListerWatcherHooks, ListOptions, WatchOptions } from '../source/index.ts';
import { createObjectPreparer, type ObjectPreparer } from './machine/prepare-object.ts';
import { planServedCheck } from './machine/lost-collection.ts';
import {
  changeOrigin,
  createReflectorState,
  type RetainedState,
  type ReflectorState,
} from './machine/reflector-state.ts';
import { isInShard, shardSelector } from './machine/shard.ts';
import { createIdleDetector, type FrameClock, type IdleDetector } from './machine/idle-detector.ts';
import type { Settings } from './reflect-options.ts';
import type { ReflectorStatus } from './reflector-status.ts';

/** The functions of the store that consumes the events of the reflector. */
export interface ReflectorConsumer<T extends KubeObject> {
  /**
   * Creates an encoder for the objects of one list. The event `REPLACED` then contains the encoded objects.
   * `versionsReset` is true if the resourceVersions of the server went backwards before the list.
   */
  readonly listEncoder?: ((versionsReset?: boolean) => (object: T) => T) | undefined;
  /** The objects in the store. No operator has changed these objects since the reflector emitted them. */
  readonly knownObjects?: (Pick<KnownObjects<T>, 'get'> & { readonly size: number }) | undefined;
  /** Gets the time of each frame. */
  readonly frameClock?: FrameClock | undefined;
  /** Each value ends the delay before the next request, and restarts the backoff. */
  readonly retry$?: Observable<unknown> | undefined;
}

export type ActiveStatus = Extract<ReflectorStatus, { readonly phase: 'listing' | 'watching' }>;

/** The state and functions that the phases of a running reflector share. */
export interface ReflectorContext<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  readonly settings: Settings<T>;
  readonly state: ReflectorState;
  readonly idleDetector: IdleDetector;
  readonly prepareObject: ObjectPreparer<T>;
  /**
   * The query parameter of the shard. Every request contains this parameter. Without a shard, the object is
   * empty.
   */
  readonly shardQuery: Pick<ListOptions & WatchOptions, 'shardSelector'>;
  readonly listEncoder: NonNullable<ReflectorConsumer<T>['listEncoder']>;
  /**
   * Returns the hooks of the next request, without `onIncident`. `knownObjects` contains the objects of the
   * store. If an object of the next list is already in the store with the same version, its JSON is not parsed
   * again. After a restore of the server `knownObjects` contains no object, because an equal version can then
   * have other content.
   */
  readonly hooks: () => Pick<ListerWatcherHooks<T>, 'knownObjects' | 'checkServed'>;
  /**
   * Counts an incident (a failure that does not end the request), and emits a status.
   *
   * @param newStatus - the new current status, if the incident changes the status
   */
  readonly onIncident: (incident: KubeError, count?: number, newStatus?: ActiveStatus) => void;
  /**
   * Throws the error that the status observer threw for an incident. Do not call `rethrow` inside a callback
   * of the ListerWatcher, because the ListerWatcher would report the error as its own failure.
   */
  readonly rethrow: () => void;
  /**
   * Emits the status of a new phase. After an incident (an error that does not end the request), the reflector
   * emits this status again with the error.
   */
  readonly emitStatus: (status: ReflectorStatus) => void;
  /** Sets the origin of the objects: see `ListerWatcher.origin$`. */
  readonly setOrigin: (origin: unknown) => void;
  /** Returns a status with the number `incidents`, counted since the reflector was subscribed. */
  readonly counted: <S extends ReflectorStatus>(status: S) => S;
  readonly isStopped: () => boolean;
}

export function createContext<T extends KubeObject>(
  source: ListerWatcher<T>,
  settings: Settings<T>,
  { streaming, newest, versionsReset, hasObjects, origin }: RetainedState,
  { listEncoder = () => identity, knownObjects, frameClock }: ReflectorConsumer<T>,
): ReflectorContext<T> {
  const { shard, transform } = settings;
  const state = createReflectorState(streaming, newest, versionsReset, hasObjects, origin);
  let last: ReflectorStatus = { phase: 'stopped' };
  let lastError: KubeError | undefined;
  let incidents = 0;
  let incidentsSinceTransition = 0;
  let lastEmittedCount = 0;
  let thrown: { readonly error: unknown } | undefined;
  const counted = <S extends ReflectorStatus>(status: S): S =>
    incidents === 0 ? status : { ...status, incidents };
  const withLastError = (status: ReflectorStatus): ReflectorStatus =>
    status.phase === 'listing' && lastError !== undefined ? { ...status, lastError } : status;
  const emitStatus = (status: ReflectorStatus): void => {
    if (status.phase !== 'listing') lastError = status.phase === 'waiting' ? status.error : undefined;
    last = withLastError(status);
    incidentsSinceTransition = 0;
    settings.emitStatus(counted(last));
  };
  const onIncident = (incident: KubeError, count = 1, newStatus?: ActiveStatus): void => {
    if (last.phase !== 'listing' && last.phase !== 'watching') return;
    last = newStatus ?? last;
    incidents += count;
    if (count > 0) {
      incidentsSinceTransition += 1;
      // After ten incidents, a status is emitted only when the count has doubled. Thousands of statuses would
      // block the event loop.
      if (incidentsSinceTransition > maxSingleIncidents && incidents < 2 * lastEmittedCount) return;
    }
    lastEmittedCount = incidents;
    try {
      settings.emitStatus({ ...last, incident, ...(incidents > 0 && { incidents }) });
    } catch (error) {
      thrown ??= { error };
    }
  };
  const currentObjects = (): Pick<KnownObjects<T>, 'get'> | undefined => {
    if (state.versionsReset) return noKnownObjects;
    return transform !== undefined || knownObjects?.size === 0 ? undefined : knownObjects;
  };
  return {
    source: unlessUnsubscribed(source),
    settings,
    state,
    idleDetector: createIdleDetector(frameClock),
    prepareObject: createObjectPreparer(
      transform,
      onIncident,
      shard === undefined ? undefined : (object) => isInShard(shard, object),
    ),
    shardQuery: shard === undefined ? {} : { shardSelector: shardSelector(shard) },
    listEncoder,
    hooks: () => ({
      knownObjects: currentObjects(),
      ...(planServedCheck(state, settings.now()) && { checkServed: true }),
    }),
    onIncident,
    rethrow() {
      if (thrown !== undefined) throw thrown.error;
    },
    emitStatus,
    setOrigin(next) {
      if (changeOrigin(state, next, settings.streaming)) lastError = undefined;
    },
    counted,
    isStopped: () => last.phase === 'stopped',
  };
}

/**
 * Wraps a ListerWatcher so that it sends no request after an unsubscribe. The wrapper is necessary because a
 * status observer can disable the reflector immediately before a request.
 */
function unlessUnsubscribed<T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> {
  return {
    list: (...query) => of(source.list(...query)).pipe(concatAll()),
    watch: (...query) => of(source.watch(...query)).pipe(concatAll()),
  };
}

/**
 * The value of `knownObjects` if no stored object may be used. With `undefined`, a ListerWatcher could use
 * the `knownObjects` of another consumer.
 */
const noKnownObjects = { get: (): undefined => undefined };

/**
 * In each phase, the first incidents (errors that do not end a request) emit one status each. This constant
 * is the number of these first incidents. Later incidents emit a status less often.
 */
const maxSingleIncidents = 10;
