/** The result of a list function of client-node: an object with `items`. */
export interface ListLike<T> {
  readonly items: readonly T[];
}

/**
 * The interfaces `Informer` and `ObjectCache` of client-node 1.4 and 2.x in one interface.
 * docs/migrate/from-client-node.md lists the differences in behaviour.
 */
export interface ClientNodeInformer<T extends object> {
  /**
   * Registers a callback for objects that are added, updated or deleted. A callback for `change` is called
   * for all three verbs. Objects that are already in the cache cause no call. Callbacks are called in the
   * order of the changes, across verbs. If a callback returns a promise, further changes of the same object
   * wait until the promise settles. Changes of other objects do not wait. If a callback throws or rejects,
   * the callbacks of `error` receive a `HandlerError`. If no callback for `error` exists, RxJS reports the
   * error as unhandled.
   *
   * @throws OptionsError for an unknown verb
   */
  on(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /**
   * Registers a callback for `error` or `connect`. The informer calls the callbacks of `error` after a
   * request failed, an object was skipped, or a callback threw. The informer then continues by itself. The
   * informer calls the callbacks of `connect` before it lists or watches, for the first time or again.
   *
   * If no callback for `error` exists and a request can never succeed (400, a broken kubeconfig), RxJS reports the error as
   * unhandled. In Node the unhandled error ends the process with code 1.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- callbacks written for client-node name what they like
  on(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /**
   * Removes one registration of a callback immediately. The call has no effect for a callback that is not
   * registered.
   */
  off(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /** Removes one registration of a callback for `error` or `connect`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as on
  off(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** Returns an object of the cache, or `undefined`. The object is frozen. */
  get(name: string, namespace?: string): T | undefined;
  /**
   * Returns the objects of the cache, either of one namespace, or of all namespaces if `namespace` is absent
   * or `''`.
   */
  list(namespace?: string): readonly T[];
  /**
   * Starts the informer. The promise resolves when the callbacks have received the first list or the first
   * failure, or after `stop`. The promise never rejects. A call has no effect while the informer runs.
   */
  start(): Promise<void>;
  /**
   * Stops the informer immediately: closes its requests, and ends the calls of callbacks. After the next `start`, the
   * callbacks first receive the changes that still waited at the stop, but only the newest state of each object. Then
   * the callbacks receive the changes since the stop.
   */
  stop(): Promise<void>;
}
