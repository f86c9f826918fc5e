import type { Observable } from 'rxjs';
import {
  aString,
  anObject,
  checkArgument,
  checkOptions,
  type JsonPatchOperation,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type Rule,
} from '../objects/index.ts';
import type { ListWatchOptions } from '../source/index.ts';
import type { ClusterContext, CollectionContext } from './cluster-context.ts';
import { collectionRequests, loggedSelectors } from './collection-requests.ts';
import { createLedger, type LoggedListerWatcher } from './ledger.ts';
import type { Preconditions } from './machine/collection.ts';
import { selectionOf } from './machine/selection.ts';
import { aNamedObject } from './named-object.ts';
import type { PartOf } from './part-of.ts';
import { logEntry, type LoggedRequest } from './logged-request.ts';
import { virtualList } from './virtual-list.ts';
import { virtualWatch } from './virtual-watch.ts';

/**
 * One collection of a virtual cluster. The methods for requests return cold Observables: each subscription
 * sends one request. The cluster answers after its `latency`. A refusal is a `StatusError`, as from a real
 * server. All objects are frozen copies.
 */
export interface VirtualCollection<T extends KubeObject> {
  /**
   * Returns a source for an informer. The source logs its own requests, and the cluster logs the requests of
   * all its sources. A `shardSelector` has no effect, as on a server without the feature gate
   * `ShardedListAndWatch`: every client gets the objects of all shards.
   */
  listerWatcher(
    scope?: Pick<ListWatchOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ): LoggedListerWatcher<T>;
  /** Emits an object. The Observable errors with 404 if the object does not exist. */
  get(key: ObjectKey): Observable<T>;
  /**
   * Creates an object with a new uid, creation time and resourceVersion. If the object has only a
   * `generateName`, the object also gets a name. The request fails with 409 `AlreadyExists` if the name
   * exists. The request fails with 500 for any resourceVersion except '0' and '1' (the version of
   * `kubeObject`).
   */
  create(object: PartOf<T>): Observable<T>;
  /**
   * Replaces an object, including its status. The request fails with 409 `Conflict` if the resourceVersion is
   * not the latest or the uid differs. The request fails with 404 if the object does not exist. If nothing
   * differs, the cluster writes nothing.
   */
  update(object: T): Observable<T>;
  /**
   * Applies a JSON patch if `patch` is an array, otherwise a merge patch (RFC 7396). `edit` returns both
   * kinds. The request fails with 422 if a `test` of the JSON patch fails.
   */
  patch(key: ObjectKey, patch: readonly JsonPatchOperation[] | PartOf<T> | Edited): Observable<T>;
  /**
   * Deletes an object and emits its last state. If the object has finalizers, the cluster only sets its
   * deletion timestamp. The cluster deletes the object when the last finalizer is removed.
   */
  delete(key: ObjectKey, preconditions?: Preconditions): Observable<T>;
  /** Returns the current objects, sorted by key. */
  objects(): readonly T[];
  /**
   * Writes an object as another client would: immediately, without a check for conflicts, and without a log
   * entry. If the uid differs from the stored object, the stored object is deleted first.
   */
  put(object: T): T;
  /** Deletes an object as another client would, even if it has finalizers. */
  remove(key: ObjectKey): T;
}

/** The type of the `mergePatch` that `edit` returns. */
type Edited = Readonly<Record<string, unknown>>;

export function virtualCollection<T extends KubeObject>(
  collectionContext: CollectionContext<T>,
  context: ClusterContext,
): VirtualCollection<T> {
  const { collection } = collectionContext;
  const { clock, ledger } = context;
  const { request, read, write, writeAndNotify } = collectionRequests(collectionContext, context);

  return {
    listerWatcher: (scope = {}) => {
      const selects = selectionOf('listerWatcher', scope);
      const { logged, log } = createLedger<LoggedRequest>();
      const ask = <V>(
        verb: LoggedRequest['verb'],
        options: LoggedRequest['options'] = {},
        answer: () => Observable<V>,
      ) =>
        logged(
          () => logEntry(verb, options),
          () => ledger.logged(() => request({ verb, ...loggedSelectors(scope), options }), answer),
        );
      return {
        ...log,
        list: (options) =>
          ask('list', options, () => virtualList(collectionContext, context, selects, options)),
        watch: (options) =>
          ask('watch', options, () => virtualWatch(collectionContext, context, selects, options)),
      };
    },
    get: (key) => {
      checkArgument('get: key', key, aString);
      return read({ verb: 'get', key }, () => collection.get(key));
    },
    create: (object) => {
      checkArgument('create: object', object, anObject);
      const { namespace = '', name, generateName = '' } = (object as Partial<T>).metadata ?? { name: '' };
      const key = namespace === '' ? name || generateName : `${namespace}/${name || generateName}`;
      return write({ verb: 'create', key, body: object }, () => collection.create(object));
    },
    update: (object) => {
      checkArgument('update: object', object, aNamedObject);
      return write({ verb: 'update', key: keyOf(object), body: object }, () => collection.update(object));
    },
    patch: (key, patch) => {
      checkArgument('patch: key', key, aString);
      checkArgument('patch: patch', patch, aPatch);
      return write({ verb: 'patch', key, body: patch }, () => collection.patch(key, patch));
    },
    delete: (key, preconditions = {}) => {
      checkArgument('delete: key', key, aString);
      checkOptions('delete', preconditions, { uid: aString, resourceVersion: aString });
      return write({ verb: 'delete', key, options: preconditions }, () =>
        collection.delete(key, preconditions),
      );
    },
    objects: () => collection.stateAt(clock.version),
    put: (object) => {
      checkArgument('put: object', object, aNamedObject);
      return writeAndNotify(() => collection.put(object));
    },
    remove: (key) => {
      checkArgument('remove: key', key, {
        allowed: 'the key of an existing object',
        test: (given) => collection.objects.has(given as string),
      });
      return writeAndNotify(() => collection.remove(key));
    },
  };
}

const aPatch: Rule = {
  allowed: 'a merge patch, or a JSON patch as an array',
  test: (given) => typeof given === 'object' && given !== null,
};
