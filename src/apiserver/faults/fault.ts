/**
 * The effect of a fault on a request, or on the watch that the request opens. A fault of `rx-informer/testing` with the
 * same effect has the same type. If the match of the rule contains `afterEvents`, the fault applies to a watch after
 * the given number of events.
 */
export type ServerFault =
  /**
   * The server resets the connection before the response begins. With `afterEvents`, the server resets the connection
   * of a watch after the given number of events.
   */
  | { readonly type: 'dropConnection' }
  /** The server accepts the request and never sends a response. */
  | { readonly type: 'stallRequest' }
  /** The response begins and the connection stays open, but the server sends no body. */
  | { readonly type: 'stallStream' }
  /** The server sends the body at the given rate. */
  | { readonly type: 'throttleBody'; readonly bytesPerSecond: number }
  /** The body ends in the middle of a line, without an error. In a watch, each line is one event. */
  | { readonly type: 'truncate' }
  /**
   * In a watch, the server inserts a line that is not JSON. Otherwise, the server replaces the body by a line that is
   * not JSON.
   */
  | { readonly type: 'corruptBytes' }
  /** The server responds with the status 410. With `afterEvents`, the server sends the 410 as an event of a watch. */
  | { readonly type: 'expire' }
  /**
   * The server responds with an error. With `afterEvents`, the server sends the error as an event of a watch. Without
   * `reason`, the Status has an empty reason. The server sends `retryAfterSeconds` in the header and in the body. With
   * `text`, the body is plain text, like the error of a proxy.
   */
  | {
      readonly type: 'refuse';
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
      readonly text?: boolean;
    }
  /** The server performs the write, and then responds with the status 504. */
  | { readonly type: 'timeoutAfterCommit' }
  /** The server treats the `continue` token in a request for the next page of a list as expired. */
  | { readonly type: 'expireContinueToken' }
  /**
   * A replica answers reads and watches. The state of the replica is older than the state of the server by `revisions`
   * writes.
   */
  | { readonly type: 'lagBehind'; readonly revisions: number }
  /** The server sends each event of a watch twice. */
  | { readonly type: 'duplicate' }
  /**
   * The server reorders the events of a watch that occur within `window` ms (default 50). Events of one object keep
   * their order. The server does not move an event past a bookmark.
   */
  | { readonly type: 'reorderAcrossKeys'; readonly window?: number }
  /** A watch ends at once. With `afterEvents`, the watch ends after the given number of events. */
  | { readonly type: 'endWatch' };

/**
 * The conditions of a fault rule. The fault applies to the requests that match all fields. A request for a subresource
 * counts as a request for the resource of the subresource.
 *
 * @example
 * ```ts
 * const secondPage: FaultMatch = { verb: 'list', resource: 'deployments.apps', namespace: 'shop', nth: 2 };
 * ```
 */
export interface FaultMatch {
  /**
   * The verb of the request: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. For a
   * path that names no resource, the verb is the HTTP method in lower case.
   */
  readonly verb?: string;
  /**
   * The plural name of the resource, for example `pods` or `deployments`. The name can include the API group, for
   * example `deployments.apps`.
   */
  readonly resource?: string;
  readonly namespace?: string;
  /** The name of the object. A request for a whole collection has no name. */
  readonly name?: string;
  /** The user whose token the request contains. A request with an invalid token has no user. */
  readonly user?: string;
  /**
   * The requests to which the fault applies, as one number or a list of numbers. For example, `[1, 3]` means the first
   * and the third request. The server counts only the requests that match all the other fields of the rule.
   */
  readonly nth?: number | readonly number[];
  /** A time in ms after the addition of the rule. Requests before the time do not match. */
  readonly startAfter?: number;
  /**
   * The number of events that a watch sends before the fault applies. Bookmarks count as events. A rule with
   * `afterEvents` matches only watches.
   */
  readonly afterEvents?: number;
}

/**
 * A fault, and the requests to which the fault applies. A rule without `match` applies to all requests.
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
