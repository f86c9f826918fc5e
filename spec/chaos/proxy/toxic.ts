/**
 * A fault of the proxy. The fault applies to the open connections. A fault with a duration also applies to connections
 * that open during this time.
 */
export type Toxic =
  /** Resets the open connections. */
  | { readonly type: 'reset' }
  /** Ends the open connections normally. */
  | { readonly type: 'end' }
  /** Passes `bytes` more bytes from the server, then resets the connection. The reset can split a watch event. */
  | { readonly type: 'cut'; readonly bytes: number }
  /** Passes no bytes for `ms`. Then passes all waiting bytes. */
  | { readonly type: 'stall'; readonly ms: number }
  /** For `ms`, passes only `bytes` bytes from the server every 10 ms. */
  | { readonly type: 'drip'; readonly bytes: number; readonly ms: number }
  /**
   * Drops all bytes of both directions without closing the sockets. After `ms`, resets the connections that are still
   * open.
   */
  | { readonly type: 'halfOpen'; readonly ms: number }
  /** Accepts no connection for `ms`. Open connections continue to work. */
  | { readonly type: 'refuse'; readonly ms: number };
