import {
  AsyncSubject,
  defer,
  filter,
  first,
  lastValueFrom,
  type Observable,
  repeat,
  startWith,
  Subject,
  Subscription,
  takeUntil,
  tap,
} from 'rxjs';
import { buffered } from '../delivery/index.ts';
import { type Informer, informer, type InformerOptions } from '../informer/index.ts';
import type { KubeObject } from '../objects/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import { byNamespace, type Change } from '../store/index.ts';
import { trackRequests } from './request-lifecycle.ts';
import { createCallbacks } from './informer-callbacks.ts';
import { CallbackDispatcher } from './machine/callback-dispatcher.ts';
import { nextTurn$, taskEnd$ } from '../scheduling/index.ts';

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

interface Run {
  readonly started: AsyncSubject<void>;
  readonly stopped: Subject<void>;
  /** The subscription that delivers changes to the callbacks. An unsubscribe ends the delivery. */
  readonly delivery: Subscription;
  /**
   * The number of changes up to the end of the first list. The number is set when the list is in the store.
   * The callbacks have received the list when `dispatched` reaches this number.
   */
  listEnd: number | undefined;
  isListed: boolean;
}

/**
 * Creates an informer with the interface of client-node's `Informer` over a ListerWatcher. One buffer
 * delivers the changes to all callbacks of the informer.
 */
export function clientNodeInformer<T extends KubeObject>(source: ListerWatcher<T>): ClientNodeInformer<T> {
  const dispatcher = new CallbackDispatcher<T>();
  let run: Run | undefined;
  const { on, off, callConnect, callError } = createCallbacks<T>(dispatcher, () => run !== undefined);

  const requests = trackRequests(source, {
    connect() {
      const own = run;
      callConnect();
      return own !== undefined && run === own;
    },
    error(error) {
      const own = run;
      callError(error);
      own?.started.complete();
    },
  });

  const checkStarted = ({ listEnd, started }: Run): void => {
    if (listEnd !== undefined && dispatcher.dispatched >= listEnd) started.complete();
  };
  const onReplaced = (own: Run, resourceVersion: string): void => {
    if (own.isListed) return;
    own.isListed = true;
    whenStored(cache, resourceVersion)
      .pipe(takeUntil(own.stopped))
      .subscribe(() => {
        own.listEnd = dispatcher.received;
        checkStarted(own);
      });
  };
  const through: InformerOptions<T>['through'] = (events$) =>
    defer(() => {
      const own = run;
      return events$.pipe(
        tap((event) => {
          if (own !== undefined && event.type === 'REPLACED') onReplaced(own, event.resourceVersion);
        }),
      );
    });
  const objects: Informer<T, 'namespace'> = informer<T, 'namespace'>(requests.source, {
    indexers: { namespace: byNamespace },
    resetDelay: 0,
    reflect: { isFatal: () => false, status: { next: requests.onStatus } },
    through,
  });
  const cache = objects.store;

  const begin = (): Run => {
    let undispatched: readonly Change<T>[] = [];
    const delivery = new Subscription();
    const own: Run = {
      started: new AsyncSubject(),
      stopped: new Subject(),
      delivery,
      listEnd: undefined,
      isListed: false,
    };
    run = own;
    requests.reset();

    const changes = new Subject<readonly Change<T>[]>();
    const dispatch = (change: Change<T>): undefined => {
      dispatcher.dispatch(change);
      checkStarted(own);
    };
    // The notifier delivers nothing before the end of the current task, so that a callback can stop the
    // informer.
    delivery.add(
      changes
        .pipe(
          startWith(dispatcher.resume()),
          buffered<T>({}, { handle: dispatch, onDropped: (dropped) => (undispatched = dropped) }),
        )
        .subscribe(),
    );
    delivery.add(() => dispatcher.pause(undispatched));
    cache.batches$
      .pipe(
        filter(([change]) => change?.cause !== 'replay'), // `replay` repeats the stored objects, which the callbacks already have
        takeUntil(own.stopped),
      )
      .subscribe((batch) => {
        dispatcher.receive(batch.length);
        changes.next(batch);
      });
    return own;
  };

  return {
    on,
    off,
    get: (name, namespace = '') => cache.get(namespace === '' ? name : `${namespace}/${name}`),
    list: (namespace = '') => [...(namespace === '' ? cache.list() : cache.byIndex('namespace', namespace))],
    start() {
      const { started } = run ?? begin();
      return lastValueFrom(started, { defaultValue: undefined });
    },
    stop() {
      const last = run;
      run = undefined;
      last?.stopped.next();
      last?.delivery.unsubscribe();
      last?.started.complete();
      return Promise.resolve();
    },
  };
}

/**
 * Emits when a list with the given resource version is in the store. The function reads the version of the
 * store, because a list without changes emits no batch.
 */
function whenStored<T>(store: Informer<T>['store'], resourceVersion: string): Observable<unknown> {
  const before = store.resourceVersion;
  return taskEnd$.pipe(
    repeat({ delay: () => nextTurn$ }),
    first(() => store.resourceVersion !== before || resourceVersion === before),
  );
}
