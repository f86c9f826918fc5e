import {
  defer,
  exhaustMap,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  share,
  startWith,
  Subject,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { ResourceClient, SubresourceClient, WriteOptions } from '../client/index.ts';
import type { Informer } from '../informer/index.ts';
import { checkArgument, checkOptions, KubeError, type KubeObject, milliseconds } from '../objects/index.ts';
import { steadyClock } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { OwnWrites, type ReadableStore } from './machine/own-writes.ts';
import { aClient, hasStore } from './with-finalizer.ts';

/** A client, and a store that knows the writes of that client. */
export interface OwnWritesView<T extends KubeObject, Index extends string = string> {
  /** Sends the same requests as the given client, and keeps the answers for the store. */
  readonly client: ResourceClient<T>;
  /** Reads the store of the informer, with the writes that the watch has not delivered yet. */
  readonly store: ReadableStore<T, Index>;
  /** Emits an error when a write is dropped because the watch did not deliver it within `timeout`. */
  readonly late$: Observable<KubeError>;
  /**
   * Emits the changes of `store` that no change of the informer announces. Without them, a key can stay wrong for ever: its last
   * run read the own write, and no further run is requested. So give `missed$.pipe(toRequests())` to the controller, with the same
   * function for the keys as for the changes of the informer.
   *
   * There are two reasons. Another client deleted the written object, and the watch delivered neither the write nor the delete, for
   * example because of a relist. Or the write was dropped after `timeout`. The cause of the changes is 'relist'. A change can
   * also come in addition to the change of the informer, which costs one more run.
   *
   * While a subscription exists and a write is kept, the writes are checked once a second, also without a read.
   */
  readonly missed$: Observable<Change<T>>;
}

/** The time in ms between two checks of the kept writes. */
const checkInterval = 1_000;

/**
 * Makes a controller see its own writes before the watch delivers them (G26). Without this, the next run of a key can read a
 * state from before the write, and write again: a second pod, a second cloud volume.
 *
 * A write is kept until the store has the same or a newer version of the object. A read, a later write, or a check of `missed$`
 * drops a write that is older than `timeout` ms. Give `missed$` to the controller, so that a key runs again if the watch never
 * delivers the write.
 *
 * The answers of create, update, patch, apply, edit and delete count, also those of `status`; `deleteAll`, dry runs and other
 * subresources do not. The kept object is as the server answered: a `transform` of the informer does not change it. A write whose
 * answer is lost is not kept. A delete counts only if `store` has the same object when the request is sent and when the answer
 * comes. The function needs comparable resourceVersions, which each API server of Kubernetes has.
 *
 * @param options - `timeout` in ms; default: 30,000
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const own = readYourWrites(pods, resourceClient(transport, core.v1.pods));
 * const created$ = own.client.create(kubeObject<Pod>('shop/web-0'));
 * own.store.get('shop/web-0'); // the pod, as soon as the server has answered
 * const requests$ = merge(pods.changes(), own.missed$).pipe(toRequests());
 * ```
 */
export function readYourWrites<T extends KubeObject, Index extends string>(
  informer: Pick<Informer<T, Index>, 'store'>,
  client: ResourceClient<T>,
  options: { readonly timeout?: number } = {},
): OwnWritesView<T, Index> {
  checkArgument('readYourWrites: informer', informer, hasStore);
  checkArgument('readYourWrites: client', client, aClient);
  checkOptions('readYourWrites', options, { timeout: milliseconds(0) });
  const { timeout = 30_000 } = options;
  const late$ = new Subject<KubeError>();
  const missed$ = new Subject<Change<T>>();
  const kept$ = new Subject<void>();
  const writes = new OwnWrites<T>({
    store: informer.store,
    timeout,
    now: steadyClock(),
    onLate: (key) => late$.next(tooLate(key, timeout)),
    onKept: () => kept$.next(),
    onMissed: (change) => missed$.next(change),
  });
  const checks$ = kept$.pipe(
    startWith(undefined),
    filter(() => writes.size > 0),
    exhaustMap(() =>
      timer(checkInterval, checkInterval).pipe(
        map(() => writes.drop()),
        takeWhile((left) => left > 0),
      ),
    ),
    ignoreElements(),
    share(),
  );
  const kept = (answer$: Observable<T>, write: WriteOptions | undefined): Observable<T> =>
    write?.dryRun === true ? answer$ : answer$.pipe(tap((object) => writes.wrote(object)));
  const { status } = client;
  const keptStatus: SubresourceClient<T> = {
    ...status,
    update: (object, write) => kept(status.update(object, write), write),
    patch: (key, patch, write) => kept(status.patch(key, patch, write), write),
    apply: (key, object, write) => kept(status.apply(key, object, write), write),
    edit: (key, recipe, write) => kept(status.edit(key, recipe, write), write),
  };
  return {
    client: {
      ...client,
      create: (object, write) => kept(client.create(object, write), write),
      update: (object, write) => kept(client.update(object, write), write),
      patch: (key, patch, write) => kept(client.patch(key, patch, write), write),
      apply: (key, object, write) => kept(client.apply(key, object, write), write),
      edit: (key, recipe, write) => kept(client.edit(key, recipe, write), write),
      delete: (key, deletion) => {
        const answer$ = client.delete(key, deletion);
        if (deletion?.dryRun === true) return answer$;
        return defer(() => {
          const uid = writes.get(key)?.metadata.uid;
          return answer$.pipe(
            tap((last) => (last === undefined ? writes.deleted(key, uid) : writes.wrote(last))),
          );
        });
      },
      status: keptStatus,
    },
    store: writes,
    late$: late$.asObservable(),
    missed$: merge(missed$, checks$),
  };
}

const tooLate = (key: string, timeout: number): KubeError =>
  new KubeError(
    'transient',
    `${key}: the watch did not deliver the write of this process within ${timeout} ms`,
    {
      advice: 'check the status of the informer; until then the store can be older than the write',
    },
  );
