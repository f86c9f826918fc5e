/** What a proxy does to the connections that are open, and, where it lasts, to those that come meanwhile. */
export type Toxic =
  /** Connections are reset. */
  | { readonly type: 'reset' }
  /** Connections are ended, properly. */
  | { readonly type: 'end' }
  /** So many bytes of answers get through, then the connection is reset: in the middle of whatever that is. */
  | { readonly type: 'cut'; readonly bytes: number }
  /** Nothing gets through for so many ms, then everything does. */
  | { readonly type: 'stall'; readonly ms: number }
  /** Answers come so many bytes at a time, every 10 ms, for so many ms. */
  | { readonly type: 'drip'; readonly bytes: number; readonly ms: number }
  /** Nothing gets through any more, in either direction, and nobody is told; after so many ms what is left is reset. */
  | { readonly type: 'halfOpen'; readonly ms: number }
  /** No connection is taken for so many ms; open ones go on. */
  | { readonly type: 'refuse'; readonly ms: number };
