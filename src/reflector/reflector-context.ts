import { concatAll, of } from 'rxjs';
import type { KnownObjects, KubeError, KubeObject } from '../objects/index.ts';
import type { ListerWatcher, ListOptions, WatchOptions } from '../source/index.ts';
import { createDoor, type Door } from './machine/door.ts';
import { createMemory, type Kept, type Memory } from './machine/memory.ts';
import { isInShard, shardSelector } from './machine/shard.ts';
import { createIdleDetector, type IdleDetector } from './machine/idle-detector.ts';
import type { Settings } from './reflect-options.ts';
import type { ReflectorStatus } from './reflector-status.ts';

/** What a store that consumes the events gives the reflector. */
export interface ReflectorConsumer<T extends KubeObject> {
  /**
   * Makes an encoder for the objects of one list; `REPLACED` has the encoded objects. See `ReplacedEvent` for `versionsReset`.
   */
  readonly listEncoder?: ((versionsReset?: boolean) => (object: T) => T) | undefined;
  /** The objects as the reflector emitted them. */
  readonly knownObjects?: (Pick<KnownObjects<T>, 'get'> & { readonly size: number }) | undefined;
}

/** The status while a request is open. */
export type ActiveStatus = Extract<ReflectorStatus, { readonly phase: 'listing' | 'watching' }>;

/** All that one running reflector has: its settings, its memory, and the ways out of it. */
export interface ReflectorContext<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  readonly settings: Settings<T>;
  readonly memory: Memory;
  readonly silence: IdleDetector;
  readonly door: Door<T>;
  /** What every request asks for: the shard, where there is one. */
  readonly wanted: Pick<ListOptions & WatchOptions, 'shardSelector'>;
  readonly listEncoder: NonNullable<ReflectorConsumer<T>['listEncoder']>;
  /** For the next list or streamed list. After a reset no object is taken for unchanged because its version is. */
  readonly knownObjects: () => Pick<KnownObjects<T>, 'get'> | undefined;
  /** @param moved - the status from here on, where the incident changes it */
  readonly onIncident: (incident: KubeError, count?: number, moved?: ActiveStatus) => void;
  /**
   * Throws what the status observer threw at an incident. It is called outside of the source, which would take it for a
   * failure of its own.
   */
  readonly rethrow: () => void;
  /** Tells a transition; an incident repeats the last one. */
  readonly tell: (status: ReflectorStatus) => void;
  /** The same status with the number of incidents since the subscribe, where there were any. */
  readonly counted: <S extends ReflectorStatus>(status: S) => S;
  /** Whether the last status is `stopped`. */
  readonly isStopped: () => boolean;
}

export function createContext<T extends KubeObject>(
  source: ListerWatcher<T>,
  settings: Settings<T>,
  { streaming, newest, wentBack }: Kept,
  { listEncoder = () => asItIs, knownObjects }: ReflectorConsumer<T>,
): ReflectorContext<T> {
  const { shard, transform } = settings;
  const memory = createMemory(streaming, newest, wentBack);
  let last: ReflectorStatus = { phase: 'stopped' };
  let incidents = 0;
  let sinceTold = 0;
  let lastTold = 0;
  let thrown: { readonly error: unknown } | undefined;
  const counted = <S extends ReflectorStatus>(status: S): S =>
    incidents === 0 ? status : { ...status, incidents };
  const tell = (status: ReflectorStatus): void => {
    last = status;
    sinceTold = 0;
    settings.tell(counted(status));
  };
  const onIncident = (incident: KubeError, count = 1, moved?: ActiveStatus): void => {
    if (last.phase !== 'listing' && last.phase !== 'watching') return;
    last = moved ?? last;
    incidents += count;
    // Of many one for each doubling: a status for each of thousands would block the event loop.
    if (count > 0 && ++sinceTold > mostTold && incidents < 2 * lastTold) return;
    lastTold = incidents;
    try {
      settings.tell({ ...last, incident, ...(incidents > 0 && { incidents }) });
    } catch (error) {
      thrown ??= { error };
    }
  };
  return {
    source: unlessLeft(source),
    settings,
    memory,
    silence: createIdleDetector(),
    door: createDoor(
      transform,
      onIncident,
      shard === undefined ? undefined : (object) => isInShard(shard, object),
    ),
    wanted: shard === undefined ? {} : { shardSelector: shardSelector(shard) },
    listEncoder,
    knownObjects: () => {
      if (memory.wentBack) return nothingKnown;
      return transform !== undefined || knownObjects?.size === 0 ? undefined : knownObjects;
    },
    onIncident,
    rethrow() {
      if (thrown !== undefined) throw thrown.error;
    },
    tell,
    counted,
    isStopped: () => last.phase === 'stopped',
  };
}

/**
 * The same source, which sends no request for a subscriber that has left: an observer of the status can disable the reflector
 * just before the request.
 */
function unlessLeft<T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> {
  return {
    list: (...query) => of(source.list(...query)).pipe(concatAll()),
    watch: (...query) => of(source.watch(...query)).pipe(concatAll()),
  };
}

const asItIs = <T>(object: T): T => object;

/** Not absent: a source may then take the objects of another consumer for known. */
const nothingKnown = { get: (): undefined => undefined };

/** Incidents between two transitions that have a status each. */
const mostTold = 10;
