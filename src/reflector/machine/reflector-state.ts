import { compareResourceVersions, isOlderVersion } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';

/** The state of one reflector between two requests. The reflector mutates it. */
export interface ReflectorState {
  /** The version of the last list, event or bookmark; `''` before the first list. */
  resourceVersion: string;
  /** The newest version since the last reset of the server's versions, earlier subscriptions included. */
  newest: string;
  /** The next request: a list (streamed, or in pages), a watch from `resourceVersion`, or a probe of the server's version before that watch. */
  next: 'list' | 'watch' | 'probe';
  /** The server's version is below the newest: the next list replaces all objects, whatever its version. */
  versionsReset: boolean;
  /** When the last list after a reset was emitted, ms. */
  versionsResetAt: number | undefined;
  /** A watch sent an older version since the last list: the store may have an earlier state. */
  sawOlderVersion: boolean;
  /** When the last probe beside a watch was sent, ms. */
  probedAt: number | undefined;
  /** The next list asks for the most recent state, not for one that is not older than `resourceVersion`. */
  needsMostRecent: boolean;
  /** The next list comes in one page: its continue tokens expired before they could be followed. */
  unpaged: boolean;
  /** Whether the next list is streamed. */
  streaming: Streaming;
  /** Failures in a row, by counter. Only a healthy watch resets them. */
  readonly attempts: Record<Counter, number>;
  /** Transient failures of watches in a row. */
  watchFailures: number;
  /**
   * The reflector has received an event, and not emitted it yet. A callback that disables the reflector resets this
   * flag, and the event is lost.
   */
  processing: boolean;
  /** "Too large resource version" errors in a row: the version of the server was below the requested one. */
  tooLargeErrors: number;
  /** Streamed lists in a row that ended before their `initial-events-end` bookmark. */
  brokenLists: number;
  /** Watches that ended without a frame and without an error, since the last frame. A watch of less than a second counts twice. */
  emptyWatchScore: number;
  /** The `emptyWatchScore` that leads to a list. */
  relistThreshold: number;
}

/**
 * `false`: the server refused a streamed list; no other is requested. `'broken'`: streamed lists broke off or were
 * idle, so lists come in pages; if the server forbids pages, lists are streamed again.
 */
export type Streaming = boolean | 'broken';

/** 410 and 401 have their own counters of attempts. */
export type Counter = 'expired' | 'unauthorized' | 'other';

/** The request that comes next. */
export type RequestPlan =
  | { readonly kind: 'list'; readonly resourceVersion: string; readonly unpaged: boolean }
  | { readonly kind: 'stream'; readonly resourceVersion: string }
  | { readonly kind: 'probe'; readonly resourceVersion: '' }
  | { readonly kind: 'watch'; readonly resourceVersion: string };

/** The first {@link ReflectorState.relistThreshold}. */
export const firstRelistThreshold = 6;

/** The part of the state that describes the server: the next subscription starts with it. */
export type RetainedState = Pick<ReflectorState, 'streaming' | 'newest' | 'versionsReset'>;

/**
 * The state for the next subscription. The store may not have applied a list that was emitted shortly before the stop. After a
 * reset of the versions, the next list therefore replaces all objects again.
 */
export function retainedState(
  { streaming, newest, versionsReset, versionsResetAt }: ReflectorState,
  now: number,
): RetainedState {
  const isPerhapsNotApplied = versionsResetAt !== undefined && elapsed(versionsResetAt, now) < appliedAfter;
  return { streaming, newest, versionsReset: versionsReset || isPerhapsNotApplied };
}

/** In ms: a store needs less time to apply a list. */
const appliedAfter = 60_000;

export function createReflectorState(
  streaming: Streaming,
  newest = '',
  versionsReset = false,
): ReflectorState {
  return {
    resourceVersion: '',
    newest,
    next: 'list',
    versionsReset,
    versionsResetAt: undefined,
    sawOlderVersion: false,
    probedAt: undefined,
    needsMostRecent: false,
    unpaged: false,
    streaming,
    attempts: { expired: 0, unauthorized: 0, other: 0 },
    watchFailures: 0,
    processing: false,
    tooLargeErrors: 0,
    brokenLists: 0,
    emptyWatchScore: 0,
    relistThreshold: firstRelistThreshold,
  };
}

/** Whether a version is below the newest. An opaque version never is: it has no order. */
export const isBelowNewest = ({ newest }: ReflectorState, resourceVersion: string): boolean =>
  isOlderVersion(resourceVersion, newest);

/** The version to compare later versions with. An opaque version has no order, so the previous one stays. */
export const newestOf = (newest: string, resourceVersion: string): string =>
  compareResourceVersions(resourceVersion, resourceVersion) === undefined ? newest : resourceVersion;

/**
 * Whether a watch can be resumed from the version. A watch from `0` or from no version begins with the current objects, and sends
 * no deletions of earlier ones.
 */
export const isResumable = (resourceVersion: string): boolean =>
  resourceVersion !== '' && resourceVersion !== '0';

/** The next request; `resourceVersion: ''` asks for the most recent state (B2, B65). */
export function nextRequest(state: ReflectorState): RequestPlan {
  if (state.next === 'watch') return { kind: 'watch', resourceVersion: state.resourceVersion };
  if (state.next === 'probe') return { kind: 'probe', resourceVersion: '' };
  const isNewest = state.needsMostRecent || !isResumable(state.resourceVersion);
  const resourceVersion = isNewest ? '' : state.resourceVersion;
  return state.streaming === true
    ? { kind: 'stream', resourceVersion }
    : { kind: 'list', resourceVersion, unpaged: state.unpaged };
}

/** Updates the state after a complete list. */
export function listCompleted(state: ReflectorState, resourceVersion: string, now: number): void {
  state.resourceVersion = resourceVersion;
  state.newest = newestOf(state.versionsReset ? '' : state.newest, resourceVersion);
  state.next = 'watch';
  if (state.versionsReset) state.versionsResetAt = now;
  state.versionsReset = false;
  state.sawOlderVersion = false;
  state.needsMostRecent = false;
  state.unpaged = false;
  state.brokenLists = 0;
}
