import { compareResourceVersions, isOlderVersion } from '../../objects/index.ts';
import { elapsed } from '../../scheduling/index.ts';

/** What a reflector remembers between two requests. Owned and mutated by one reflector. */
export interface Memory {
  /** The last version listed or seen; `''` before the first list. */
  resourceVersion: string;
  /** The newest version since the server's versions went back last, also of the subscription before. */
  newest: string;
  /** What comes next: a list, a watch from `resourceVersion`, or a question for the server's version before that watch. */
  plan: 'list' | 'watch' | 'check';
  /** The server's version is below the newest: the next list replaces all, whatever its version. */
  wentBack: boolean;
  /** When such a list was emitted last, ms. */
  versionsResetAt: number | undefined;
  /** A watch has brought an older version since the last list: what it said may be an earlier state. */
  doubted: boolean;
  /** When the server was asked for its version beside a watch last, ms. */
  checkedAt: number | undefined;
  /** The next list asks for the most recent state, not for one that is not older than `resourceVersion`. */
  consistent: boolean;
  /** The next list comes in one page: its continue tokens expired before they could be followed. */
  unpaged: boolean;
  /** Whether the next list is streamed. */
  streaming: Streaming;
  /** Failures in a row, by the counter they belong to; set back by a healthy watch and by nothing else. */
  readonly attempts: Record<Counter, number>;
  /** Watches in a row that failed as networks and servers do. */
  broken: number;
  /** An event is being read, and has not left yet. A callback that disables the reflector sets it back: the event is lost then. */
  reading: boolean;
  /** How often in a row the server was behind the version asked for. */
  lagging: number;
  /** Streamed lists in a row that broke off before their end. */
  unfinished: number;
  /** Watches that ended without a frame and without an error, since the last frame; one of less than a second counts twice. */
  emptyWatchScore: number;
  /** So many lead to a list. */
  relistThreshold: number;
}

/**
 * False for good once the server has refused to stream lists. Streams that broke off, or were silent, may come again: where
 * the list in pages is then forbidden, it is streamed anew.
 */
export type Streaming = boolean | 'broken';

/** 410 and 401 count attempts of their own. */
export type Counter = 'expired' | 'unauthorized' | 'other';

/** The request that comes next. */
export type Plan =
  | { readonly kind: 'list'; readonly resourceVersion: string; readonly unpaged: boolean }
  | { readonly kind: 'stream'; readonly resourceVersion: string }
  | { readonly kind: 'check'; readonly resourceVersion: '' }
  | { readonly kind: 'watch'; readonly resourceVersion: string };

/** Of {@link Memory.emptyWatchScore}, before the first of these lists. */
export const firstRelistThreshold = 6;

/** What of it is true of the server, and so also of the subscription after. */
export type Kept = Pick<Memory, 'streaming' | 'newest' | 'wentBack'>;

/**
 * What the subscription after begins with. The store may not have applied a list that was emitted shortly before the stop: where
 * versions went back, the next list replaces all once more.
 */
export function keptOf({ streaming, newest, wentBack, versionsResetAt }: Memory, now: number): Kept {
  const mayBeLost = versionsResetAt !== undefined && elapsed(versionsResetAt, now) < appliedAfter;
  return { streaming, newest, wentBack: wentBack || mayBeLost };
}

/** In ms: a store has applied a list by then. */
const appliedAfter = 60_000;

export function createMemory(streaming: Streaming, newest = '', wentBack = false): Memory {
  return {
    resourceVersion: '',
    newest,
    plan: 'list',
    wentBack,
    versionsResetAt: undefined,
    doubted: false,
    checkedAt: undefined,
    consistent: false,
    unpaged: false,
    streaming,
    attempts: { expired: 0, unauthorized: 0, other: 0 },
    broken: 0,
    reading: false,
    lagging: 0,
    unfinished: 0,
    emptyWatchScore: 0,
    relistThreshold: firstRelistThreshold,
  };
}

/** Whether a version is below the newest; an opaque one never is. */
export const isBehind = ({ newest }: Memory, resourceVersion: string): boolean =>
  isOlderVersion(resourceVersion, newest);

/** What the next versions are compared with: an opaque version says nothing of those to come. */
export const newestOf = (newest: string, resourceVersion: string): string =>
  compareResourceVersions(resourceVersion, resourceVersion) === undefined ? newest : resourceVersion;

/**
 * Whether a watch can be resumed from the version. One from `0`, or from none, begins with the state, and says nothing of the
 * objects that were deleted before it.
 */
export const isResumable = (resourceVersion: string): boolean =>
  resourceVersion !== '' && resourceVersion !== '0';

/** The next request; `resourceVersion: ''` asks for the most recent state (B2, B65). */
export function planned(memory: Memory): Plan {
  if (memory.plan === 'watch') return { kind: 'watch', resourceVersion: memory.resourceVersion };
  if (memory.plan === 'check') return { kind: 'check', resourceVersion: '' };
  const isNewest = memory.consistent || !isResumable(memory.resourceVersion);
  const resourceVersion = isNewest ? '' : memory.resourceVersion;
  return memory.streaming === true
    ? { kind: 'stream', resourceVersion }
    : { kind: 'list', resourceVersion, unpaged: memory.unpaged };
}

/** A list is complete. */
export function replaced(memory: Memory, resourceVersion: string, now: number): void {
  memory.resourceVersion = resourceVersion;
  memory.newest = newestOf(memory.wentBack ? '' : memory.newest, resourceVersion);
  memory.plan = 'watch';
  if (memory.wentBack) memory.versionsResetAt = now;
  memory.wentBack = false;
  memory.doubted = false;
  memory.consistent = false;
  memory.unpaged = false;
  memory.unfinished = 0;
}
