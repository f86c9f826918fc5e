/** The result of a list function of client-node. */
export interface ListLike<T> {
  readonly items: readonly T[];
}

/**
 * client-node's `Informer` and `ObjectCache` in one interface, with the types of 1.4 and 2.x. The differences in behaviour are in
 * docs/migrate/from-client-node.md.
 */
export interface ClientNodeInformer<T extends object> {
  /**
   * Registers a callback for objects that are added, updated or deleted, or with `change` for all three. Objects that are already
   * cached cause no call. Callbacks are called in the order of the changes, across verbs. If a callback returns a promise, further
   * changes of the same object wait until the promise settles; other objects do not wait. If a callback throws or rejects, the
   * callbacks of `error` receive a `HandlerError`; without a callback for `error`, RxJS reports the error as unhandled.
   *
   * @throws OptionsError for an unknown verb
   */
  on(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /**
   * `error`: a request failed, an object was skipped, or a callback threw; the informer continues by itself. `connect`: the
   * informer is about to list or to watch, for the first time or again.
   *
   * If no callback for `error` exists and a request can never succeed (400, a broken kubeconfig), RxJS reports the error as
   * unhandled. In Node the unhandled error ends the process with code 1.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- callbacks written for client-node name what they like
  on(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** Removes one registration immediately. Has no effect for a callback that is not registered. */
  off(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /** Removes one registration. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as on
  off(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** Returns the cached object, which is frozen. */
  get(name: string, namespace?: string): T | undefined;
  /** Returns the cached objects of one namespace, or of all namespaces if `namespace` is absent or `''`. */
  list(namespace?: string): readonly T[];
  /**
   * Resolves once the callbacks have received the first list or the first failure, or after `stop`. Never rejects. A call has no
   * effect while the informer runs.
   */
  start(): Promise<void>;
  /**
   * Stops immediately: closes the requests, and ends the calls of callbacks. After the next `start` the callbacks first receive the
   * pending changes, conflated, and then the changes since the stop.
   */
  stop(): Promise<void>;
}
