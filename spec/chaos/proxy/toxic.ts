/**
 * A fault of a proxy. It applies to the open connections. A fault with a duration applies also to new ones meanwhile.
 */
export type Toxic =
  /** Resets the connections. */
  | { readonly type: 'reset' }
  /** Ends the connections normally. */
  | { readonly type: 'end' }
  /** Passes `bytes` more bytes of an answer, then resets the connection, also in the middle of an event. */
  | { readonly type: 'cut'; readonly bytes: number }
  /** Passes no bytes for `ms`, then all waiting bytes. */
  | { readonly type: 'stall'; readonly ms: number }
  /** Passes `bytes` of an answer every 10 ms, for `ms`. */
  | { readonly type: 'drip'; readonly bytes: number; readonly ms: number }
  /** Drops all bytes of both directions without closing the sockets. After `ms` resets the connections that remain. */
  | { readonly type: 'halfOpen'; readonly ms: number }
  /** Accepts no connection for `ms`. Open connections continue. */
  | { readonly type: 'refuse'; readonly ms: number };
