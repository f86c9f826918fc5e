/** What a list function of client-node resolves to. */
export interface ListLike<T> {
  readonly items: readonly T[];
}

/**
 * client-node's `Informer` and `ObjectCache` in one, by shape: of 1.4 and 2.x. What each promises beyond them stands in
 * docs/migrating.md.
 */
export interface ClientNodeInformer<T extends object> {
  /**
   * Calls back for each object that is added, updated or deleted, or, with `change`, for all three; not for what is
   * cached already. Callbacks are called in the order of the changes, across verbs. What one returns is waited for if it is
   * a promise: before it settles nobody is told more of that object; objects do not wait for one another. What one throws,
   * or rejects with, the callbacks of `error` hear as a `HandlerError`; if there is none, it is RxJS's unhandled error.
   *
   * @throws OptionsError for a verb that is none
   */
  on(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /**
   * `error`: a request failed, an object was left out, a callback threw; the informer goes on by itself. `connect`: it is
   * about to list or to watch, for the first time or again.
   *
   * Without a callback for `error`, a request that can never work (400, a broken kubeconfig) is RxJS's unhandled error: in
   * Node it ends the process with code 1.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- callbacks written for client-node name what they like
  on(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** Undoes one `on`, at once; a callback that is not registered is no mistake. */
  off(verb: 'add' | 'update' | 'delete' | 'change', callback: (object: T) => unknown): void;
  /** Undoes one `on`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as on
  off(verb: 'error' | 'connect', callback: (error?: any) => unknown): void;
  /** The cached object, frozen. */
  get(name: string, namespace?: string): T | undefined;
  /** What is cached, of one namespace or (absent or `''`) of all. */
  list(namespace?: string): readonly T[];
  /**
   * Resolves once the first list is cached and told, or the first failure was told, or `stop` came; never rejects. Starting
   * what runs does nothing.
   */
  start(): Promise<void>;
  /**
   * Works at once: from here on no request is made, none is open, and nothing is called. What a callback has not heard yet
   * it hears after the next `start`, in as few calls as say it, and then what changed meanwhile.
   */
  stop(): Promise<void>;
}
