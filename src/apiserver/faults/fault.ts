/**
 * The effect of a fault on a request, or on the watch that the request opens. If a fault of `rx-informer/testing` does
 * the same, the type has the same name. With `afterEvents` in its match, a fault applies to a watch after that many
 * events.
 */
export type ServerFault =
  /** The server resets the connection: before the answer begins, or with `afterEvents` after the events. */
  | { readonly type: 'dropConnection' }
  /** The server takes the request and never answers. */
  | { readonly type: 'stallRequest' }
  /** The answer begins, the connection stays open, and the server sends nothing more. */
  | { readonly type: 'stallStream' }
  /** The server sends the body at this rate. */
  | { readonly type: 'throttleBody'; readonly bytesPerSecond: number }
  /** The body ends, without an error, in the middle of its next line. */
  | { readonly type: 'truncate' }
  /** The server inserts a line that is not JSON into a watch. Any other body is replaced by such a line. */
  | { readonly type: 'corruptBytes' }
  /** 410: as the answer, or with `afterEvents` as an event of a watch. */
  | { readonly type: 'expire' }
  /**
   * An error: as the answer, or with `afterEvents` as an event of a watch. Without a `reason` the Status has an empty
   * one. The server sends `retryAfterSeconds` in the header and in the body. With `text` the body is plain text, as
   * from a proxy.
   */
  | {
      readonly type: 'refuse';
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
      readonly text?: boolean;
    }
  /** The server does the write, and answers with a 504. */
  | { readonly type: 'timeoutAfterCommit' }
  /** The server treats the `continue` token in a request for the next page of a list as too old. */
  | { readonly type: 'expireContinueToken' }
  /** A replica that is this many writes behind answers reads and watches. */
  | { readonly type: 'lagBehind'; readonly revisions: number }
  /** The server sends each event of a watch twice. */
  | { readonly type: 'duplicate' }
  /**
   * The server reorders the events of a watch within `window` ms (default 50). Events of one object keep their order,
   * and no event passes a bookmark.
   */
  | { readonly type: 'reorderAcrossKeys'; readonly window?: number }
  /** A watch ends at once, or with `afterEvents` after the events. */
  | { readonly type: 'endWatch' };

/**
 * The requests to which a fault applies: those that match every field. A request for a subresource counts as a request
 * for its resource.
 *
 * @example
 * ```ts
 * const secondPage: FaultMatch = { verb: 'list', resource: 'deployments.apps', namespace: 'shop', nth: 2 };
 * ```
 */
export interface FaultMatch {
  /**
   * `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; for paths that name no resource,
   * the HTTP method in lower case.
   */
  readonly verb?: string;
  /** `pods`, `deployments`, or with its group `deployments.apps`. */
  readonly resource?: string;
  readonly namespace?: string;
  /** The name of the object. A request for a whole collection has no name. */
  readonly name?: string;
  /** The user of the token. A request with an invalid token has no user. */
  readonly user?: string;
  /** Of the requests that match the other fields, only this one or these. The first request has number 1. */
  readonly nth?: number | readonly number[];
  /** Time in ms after the rule was added. Earlier requests do not match. */
  readonly startAfter?: number;
  /**
   * The number of frames that a watch sends before the fault applies, bookmarks included. With this field only watches
   * match.
   */
  readonly afterEvents?: number;
}

/**
 * A fault and the requests to which it applies; without `match`, all requests.
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
