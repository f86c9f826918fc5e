import { compareResourceVersions, isOlderVersion } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';

/** The state of one reflector between two requests. The reflector mutates it. */
export interface ReflectorState {
  /** The version of the last list, event or bookmark; `''` before the first list. */
  resourceVersion: string;
  /** The newest version since the last reset of the server's versions, including earlier subscriptions. */
  newest: string;
  /**
   * The next request: a list (streamed or in pages), a watch from `resourceVersion`, or a probe of the server's version before that
   * watch.
   */
  next: 'list' | 'watch' | 'probe';
  /** The server's version is below the newest version: the next list replaces all objects, whatever the version of the list is. */
  versionsReset: boolean;
  /** The time in ms when the last list after a reset of the versions was emitted. */
  versionsResetAt: number | undefined;
  /** A watch has sent an older version since the last list: the store may contain an outdated state. */
  sawOlderVersion: boolean;
  /** The time in ms when the last probe was sent while a watch was open. */
  probedAt: number | undefined;
  /** The next list requests the most recent state, not a state that is not older than `resourceVersion`. */
  needsMostRecent: boolean;
  /** The next list requests one page, because the continue tokens of the last list expired too early. */
  unpaged: boolean;
  streaming: Streaming;
  /** The numbers of failures in a row, by counter. Only a healthy watch resets the numbers. */
  readonly attempts: Record<Counter, number>;
  /** The number of transient failures of watches in a row. */
  watchFailures: number;
  /**
   * The reflector has received an event, and has not emitted it yet. If a callback disables the reflector, this flag is reset, and
   * the event is lost.
   */
  processing: boolean;
  /** The number of "Too large resource version" errors in a row: the server's version was below the requested version. */
  tooLargeErrors: number;
  /** The number of streamed lists in a row that ended before their `initial-events-end` bookmark. */
  brokenLists: number;
  /** Counts the watches without a frame and without an error since the last frame. A watch of less than 1 s counts twice. */
  emptyWatchScore: number;
  /** The next list is sent when `emptyWatchScore` reaches this value. */
  relistThreshold: number;
}

/**
 * `false`: the server refused a streamed list, so the reflector requests no more streamed lists. `'broken'`: streamed lists broke
 * off or were idle, so the reflector lists in pages. If the server forbids pages, the reflector streams lists again.
 */
export type Streaming = boolean | 'broken';

/** The errors 410 and 401 have their own counters of attempts. */
export type Counter = 'expired' | 'unauthorized' | 'other';

export type RequestPlan =
  | { readonly kind: 'list'; readonly resourceVersion: string; readonly unpaged: boolean }
  | { readonly kind: 'stream'; readonly resourceVersion: string }
  | { readonly kind: 'probe'; readonly resourceVersion: '' }
  | { readonly kind: 'watch'; readonly resourceVersion: string };

/** The first {@link ReflectorState.relistThreshold}. */
export const firstRelistThreshold = 6;

/** The part of the state that describes the server. The next subscription starts with this part. */
export type RetainedState = Pick<ReflectorState, 'streaming' | 'newest' | 'versionsReset'>;

/**
 * Returns the state for the next subscription. The store may not have applied a list that was emitted shortly before the stop.
 * Therefore, after a reset of the versions, the next list replaces all objects again.
 */
export function retainedState(
  { streaming, newest, versionsReset, versionsResetAt }: ReflectorState,
  now: number,
): RetainedState {
  const isPerhapsNotApplied = versionsResetAt !== undefined && elapsed(versionsResetAt, now) < appliedAfter;
  return { streaming, newest, versionsReset: versionsReset || isPerhapsNotApplied };
}

/** In ms. A store needs less than a minute to apply a list. */
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

/** Whether a version is below the newest version. An opaque version has no order, so it is never below. */
export const isBelowNewest = ({ newest }: ReflectorState, resourceVersion: string): boolean =>
  isOlderVersion(resourceVersion, newest);

/** Returns the version to compare later versions with. An opaque version has no order, so the previous version stays. */
export const newestOf = (newest: string, resourceVersion: string): string =>
  compareResourceVersions(resourceVersion, resourceVersion) === undefined ? newest : resourceVersion;

/**
 * Whether a watch can resume from the version. A watch from `0` or without a version begins with the current objects, and does not
 * send the deletions of earlier objects.
 */
export const isResumable = (resourceVersion: string): boolean =>
  resourceVersion !== '' && resourceVersion !== '0';

/** Returns the next request. `resourceVersion: ''` requests the most recent state (B2, B65). */
export function nextRequest(state: ReflectorState): RequestPlan {
  if (state.next === 'watch') return { kind: 'watch', resourceVersion: state.resourceVersion };
  if (state.next === 'probe') return { kind: 'probe', resourceVersion: '' };
  const isNewest = state.needsMostRecent || !isResumable(state.resourceVersion);
  const resourceVersion = isNewest ? '' : state.resourceVersion;
  return state.streaming === true
    ? { kind: 'stream', resourceVersion }
    : { kind: 'list', resourceVersion, unpaged: state.unpaged };
}

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
