import { compareResourceVersions, isOlderVersion } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';

/** The state of one reflector between two requests. The reflector mutates this object. */
export interface ReflectorState {
  /** The resource version of the last list, event or bookmark. The version is `''` before the first list. */
  resourceVersion: string;
  /**
   * The newest resourceVersion that the reflector has seen, also in earlier subscriptions. If the versions of
   * the server go backwards (`versionsReset`), the search for the newest version starts again.
   */
  newest: string;
  /**
   * The kind of the next request: a list (streamed or in pages), a watch from `resourceVersion`, or a probe.
   * A probe is a request that reads the current resourceVersion of the server, before a watch.
   */
  next: 'list' | 'watch' | 'probe';
  /**
   * True if the resourceVersion of the server went backwards: it is below `newest`, for example after a
   * restore of etcd. The next list then replaces all objects, even if the list has an older version.
   */
  versionsReset: boolean;
  /** The time in ms when the last list with `versionsReset` was emitted. */
  versionsResetAt: number | undefined;
  /**
   * True if a watch has sent an event with an older resourceVersion since the last list. The store can then
   * contain an outdated state.
   */
  sawOlderVersion: boolean;
  /** The time in ms when the last request for the current resourceVersion was sent while a watch was open. */
  probedAt: number | undefined;
  /**
   * True if the next list has to request the most recent state. False if the server may answer the next list
   * from `resourceVersion` or any newer state.
   */
  needsMostRecent: boolean;
  /**
   * True if the next list has to request one page, because the continue tokens of the last list expired too
   * early.
   */
  unpaged: boolean;
  streaming: Streaming;
  /** The origin of the objects: the last value of `origin$` of the ListerWatcher, or `undefined` before the first value. */
  origin: unknown;
  /** The number of failures in a row for each counter. Only a healthy watch resets these numbers. */
  readonly attempts: Record<Counter, number>;
  /** The number of transient failures of watches in a row. */
  watchFailures: number;
  /**
   * True from the arrival of an event until its emission. If a callback of the user disables the reflector in
   * this time, the event is lost.
   */
  processing: boolean;
  /**
   * The number of "Too large resource version" errors in a row. The error means that the server's version was
   * below the requested version.
   */
  tooLargeErrors: number;
  /** The number of streamed lists in a row that ended before their `initial-events-end` bookmark. */
  brokenLists: number;
  /** Counts the watches without a frame and without an error since the last frame. A watch of less than 1 s counts twice. */
  emptyWatchScore: number;
  /** The next list is sent when `emptyWatchScore` reaches this value. */
  relistThreshold: number;
  /** True if the consumer may have objects: the reflector has emitted a list, and has not removed its objects since. */
  hasObjects: boolean;
  /** The refusal that the server sends to all requests, and the time in ms of the first one. See `endRequest`. */
  refusal:
    | { readonly failure: 'forbidden' | 'notFound'; readonly since: number; readonly includesList: boolean }
    | undefined;
  /** The time in ms of the last list that checked in API discovery whether the server serves the resource. */
  servedCheckedAt: number | undefined;
}

/**
 * Whether the reflector requests streamed lists. `false` means that the server refused a streamed list, so
 * the reflector requests no more streamed lists. `'broken'` means that streamed lists ended early or were
 * idle, so the reflector lists in pages. If the server forbids pages, the reflector streams lists again.
 */
export type Streaming = boolean | 'broken';

/** The names of the counters of failures in a row. The errors 410 and 401 have their own counters. */
export type Counter = 'expired' | 'unauthorized' | 'other';

export type RequestPlan =
  | { readonly kind: 'list'; readonly resourceVersion: string; readonly unpaged: boolean }
  | { readonly kind: 'stream'; readonly resourceVersion: string }
  | { readonly kind: 'probe'; readonly resourceVersion: '' }
  | { readonly kind: 'watch'; readonly resourceVersion: string };

/** The first value of {@link ReflectorState.relistThreshold}. */
export const firstRelistThreshold = 6;

/**
 * The part of the reflector's state that describes the server. The next subscription to the reflector starts
 * with this part.
 */
export type RetainedState = Pick<
  ReflectorState,
  'streaming' | 'newest' | 'versionsReset' | 'hasObjects' | 'origin'
>;

/**
 * Returns the state for the next subscription. The store may not have applied a list that was emitted shortly
 * before the stop. So if that list had `versionsReset`, the next list replaces all objects again.
 */
export function retainedState(
  { streaming, newest, versionsReset, versionsResetAt, hasObjects, origin }: ReflectorState,
  now: number,
): RetainedState {
  const isPerhapsNotApplied = versionsResetAt !== undefined && elapsed(versionsResetAt, now) < appliedAfter;
  return { streaming, newest, versionsReset: versionsReset || isPerhapsNotApplied, hasObjects, origin };
}

/** The time that a store may need to apply a list, in ms. Even a large list takes less than a minute. */
const appliedAfter = 60_000;

export function createReflectorState(
  streaming: Streaming,
  newest = '',
  versionsReset = false,
  hasObjects = false,
  origin?: unknown,
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
    origin,
    attempts: { expired: 0, unauthorized: 0, other: 0 },
    watchFailures: 0,
    processing: false,
    tooLargeErrors: 0,
    brokenLists: 0,
    emptyWatchScore: 0,
    relistThreshold: firstRelistThreshold,
    hasObjects,
    refusal: undefined,
    servedCheckedAt: undefined,
  };
}

/**
 * Sets the origin of the objects. After another origin, nothing that the reflector knows of the server is valid any more: the
 * versions, the failures, and whether the server streams lists. The next list has `versionsReset`, because the versions
 * of two servers have no order, and an object of another server can have other content at an equal version.
 *
 * @param streaming - whether the reflector requests streamed lists from a new origin
 * @returns whether the objects came from another origin before
 */
export function changeOrigin(state: ReflectorState, origin: unknown, streaming: Streaming): boolean {
  const isOther = state.origin !== undefined && state.origin !== origin;
  if (isOther) Object.assign(state, createReflectorState(streaming, '', true, state.hasObjects));
  state.origin = origin;
  return isOther;
}

/**
 * Returns whether a resourceVersion is below the newest version that the reflector has seen. An opaque
 * version has no order, so an opaque version is never below.
 */
export const isBelowNewest = ({ newest }: ReflectorState, resourceVersion: string): boolean =>
  isOlderVersion(resourceVersion, newest);

/**
 * Returns the version with which later versions are compared. An opaque version (not a decimal number) has no
 * order, so the previous version stays.
 */
export const newestOf = (newest: string, resourceVersion: string): string =>
  compareResourceVersions(resourceVersion, resourceVersion) === undefined ? newest : resourceVersion;

/**
 * Returns whether a watch can resume from a resource version. A watch from `0` or without a version begins
 * with the current objects, and does not send the deletions of earlier objects.
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
  state.hasObjects = true;
}

/** Resets the numbers of failures in a row, so that the next delays are the first delays. */
export function restartBackoff({ attempts }: ReflectorState): void {
  attempts.expired = attempts.unauthorized = attempts.other = 0;
}
