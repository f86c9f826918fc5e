/** The result of a list function of client-node. */
export interface ListLike<T> {
  readonly items: readonly T[];
}

/**
 * client-node's `Informer` and `ObjectCache` in one, with the types of 1.4 and 2.x. docs/migrate/from-client-node.md lists the differences in
 * behaviour.
 */
export interface ClientNodeInformer<T extends object> {
  /**
   * Registers a callback for objects that are added, updated or deleted, or, with `change`, for all three; it is not called for
   * objects that are already cached. Callbacks are called in the order of the changes, across verbs. If a callback returns a promise,
   * further changes of that object wait until it settles; other objects do not wait. An error that a callback throws or rejects
   * with goes to the callbacks of `error` as a `HandlerError`; without one it is RxJS's unhandled error.
   *
   * @throws OptionsError for an unknown verb
   */
  on(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /**
   * `error`: a request failed, an object was skipped, or a callback threw; the informer continues by itself. `connect`:
   * the informer is about to list or to watch, for the first time or again.
   *
   * Without a callback for `error`, the error of a request that can never succeed (400, a broken kubeconfig) is RxJS's unhandled
   * error: in Node it ends the process with code 1.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- callbacks written for client-node name what they like
  on(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** Removes one registration, at once; does nothing for a callback that is not registered. */
  off(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /** Removes one registration. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as on
  off(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** The cached object, frozen. */
  get(name: string, namespace?: string): T | undefined;
  /** The cached objects of one namespace, or of all namespaces if it is absent or `''`. */
  list(namespace?: string): readonly T[];
  /**
   * Resolves once the callbacks have got the first list or the first failure, or after `stop`; never rejects. A call while the
   * informer runs starts nothing.
   */
  start(): Promise<void>;
  /**
   * Stops at once: it closes the requests, and calls no callback any more. After the next `start` the callbacks first get the pending
   * changes, conflated, and then the changes since the stop.
   */
  stop(): Promise<void>;
}
