/**
 * What can go wrong with a request, or with the watch that it opens. With `afterEvents` in its aim it happens to a watch
 * that has told so many.
 */
export type Fault =
  /** The connection is reset: before there is an answer, or behind the events. */
  | { readonly type: 'reset' }
  /** The request is taken and never answered. */
  | { readonly type: 'silence' }
  /** The answer begins and the connection stays, but nothing more comes. */
  | { readonly type: 'halfOpen' }
  /** The body drips, so many bytes a second. */
  | { readonly type: 'slow'; readonly bytesPerSecond: number }
  /** The body ends, properly, in the middle of its next line. */
  | { readonly type: 'truncated' }
  /** A watch has a line in it that is no JSON, any other body is such a line. */
  | { readonly type: 'garbage' }
  /** 410: as an answer, or as an event of a watch where there is `afterEvents`. */
  | { readonly type: 'expired' }
  /**
   * Any refusal: as an answer, or as an event of a watch where there is `afterEvents`. Without a reason it is empty;
   * `retryAfter` is in seconds, in header and body; `text`: no Status, but words, as a proxy writes them.
   */
  | {
      readonly type: 'status';
      readonly code: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfter?: number;
      readonly text?: boolean;
    }
  /** A write is done, and answered with a 504. */
  | { readonly type: 'timeoutAfterCommit' }
  /** The next page of a list is asked for with a token that has become too old. */
  | { readonly type: 'expiredContinue' }
  /** Reads are answered by a replica that is so many writes behind, watches too. */
  | { readonly type: 'lagging'; readonly revisions: number }
  /** Each event comes twice. */
  | { readonly type: 'duplicated' }
  /** Events that come within `window` ms (default 50) change places; those of one object, and bookmarks, keep theirs. */
  | { readonly type: 'reordered'; readonly window?: number }
  /** A watch ends at once, or behind the events. */
  | { readonly type: 'ended' };

/**
 * Which requests a fault meets: those that are as every field says. A subresource counts as its resource.
 *
 * @example
 * ```ts
 * const secondPage: FaultAim = { verb: 'list', resource: 'deployments.apps', namespace: 'shop', nth: 2 };
 * ```
 */
export interface FaultAim {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; for other paths the method. */
  readonly verb?: string;
  /** `pods`, `deployments`, or with its group `deployments.apps`. */
  readonly resource?: string;
  readonly namespace?: string;
  /** Of the object; a request for a whole collection has none. */
  readonly name?: string;
  /** As its token says; nobody's where that is no good. */
  readonly user?: string;
  /** Of those that are as the other fields say, only this one or these, from 1. */
  readonly nth?: number | readonly number[];
  /** Ms since the fault was added: none before. */
  readonly after?: number;
  /** So many frames of a watch get through before, bookmarks too. */
  readonly afterEvents?: number;
}

/**
 * A fault and its aim; without one it meets every request.
 *
 * @example
 * ```ts
 * const rule: FaultRule = {
 *   match: { verb: 'watch', resource: 'pods', nth: [1, 3], afterEvents: 5 },
 *   fault: { type: 'expired' },
 * };
 * ```
 */
export interface FaultRule {
  readonly match?: FaultAim;
  readonly fault: Fault;
}
