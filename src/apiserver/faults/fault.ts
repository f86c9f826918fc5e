/**
 * What goes wrong with a request, or with the watch that the request opens. A type has the name of the fault of
 * `rx-informer/testing` that does the same, where there is one. With `afterEvents` in its match, a fault strikes a watch after it has sent that many events.
 */
export type ServerFault =
  /** The connection is reset: before the answer begins, or after the events. */
  | { readonly type: 'dropConnection' }
  /** The server takes the request and never answers. */
  | { readonly type: 'stallRequest' }
  /** The answer begins, the connection stays open, and nothing more comes. */
  | { readonly type: 'stallStream' }
  /** The body comes at this rate. */
  | { readonly type: 'throttleBody'; readonly bytesPerSecond: number }
  /** The body ends, without an error, in the middle of its next line. */
  | { readonly type: 'truncate' }
  /** A watch has a line that is no JSON; any other body is such a line. */
  | { readonly type: 'corruptBytes' }
  /** 410: as an answer, or, with `afterEvents`, as an event of a watch. */
  | { readonly type: 'expire' }
  /**
   * An error: as an answer, or, with `afterEvents`, as an event of a watch. Without a reason the Status has an empty one.
   * `retryAfterSeconds` is in header and body. With `text` the body is plain text, as proxies send it.
   */
  | {
      readonly type: 'refuse';
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
      readonly text?: boolean;
    }
  /** The server does a write, and answers it with a 504. */
  | { readonly type: 'timeoutAfterCommit' }
  /** The next page of a list is requested with a token that has become too old. */
  | { readonly type: 'expireContinueToken' }
  /** A replica that is this many writes behind answers reads and watches. */
  | { readonly type: 'lagBehind'; readonly revisions: number }
  /** Each event comes twice. */
  | { readonly type: 'duplicate' }
  /** Events that come within `window` ms (default 50) change places; those of one object, and bookmarks, keep theirs. */
  | { readonly type: 'reorderAcrossKeys'; readonly window?: number }
  /** A watch ends at once, or after the events. */
  | { readonly type: 'endWatch' };

/**
 * Which requests a fault strikes: those that match every field. A subresource counts as its resource.
 *
 * @example
 * ```ts
 * const secondPage: FaultMatch = { verb: 'list', resource: 'deployments.apps', namespace: 'shop', nth: 2 };
 * ```
 */
export interface FaultMatch {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; for other paths the method. */
  readonly verb?: string;
  /** `pods`, `deployments`, or with its group `deployments.apps`. */
  readonly resource?: string;
  readonly namespace?: string;
  /** Of the object; a request for a whole collection has none. */
  readonly name?: string;
  /** The user of the token; a request with an invalid token has none. */
  readonly user?: string;
  /** Of the requests that match the other fields, only this one or these; the first is 1. */
  readonly nth?: number | readonly number[];
  /** ms since the fault was added: it strikes no request before. */
  readonly startAfter?: number;
  /** This many frames of a watch pass before, bookmarks too. */
  readonly afterEvents?: number;
}

/**
 * A fault and the requests that it strikes; without `match`, all.
 *
 * @example
 * ```ts
 * const rule: FaultRule = {
 *   match: { verb: 'watch', resource: 'pods', nth: [1, 3], afterEvents: 5 },
 *   fault: { type: 'expire' },
 * };
 * ```
 */
export interface FaultRule {
  readonly match?: FaultMatch;
  readonly fault: ServerFault;
}
