import { map, type Observable } from 'rxjs';
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
import { after, type ClusterContext, type ClusterRequest, type Room } from './cluster-context.ts';
import { createLedger, type LoggedListerWatcher } from './ledger.ts';
import type { Preconditions } from './machine/collection.ts';
import { selectionOf } from './machine/selection.ts';
import { aNamedObject } from './named-object.ts';
import type { PartOf } from './part-of.ts';
import { logEntry, type LoggedRequest } from './logged-request.ts';
import { virtualList } from './virtual-list.ts';
import { virtualWatch } from './virtual-watch.ts';

/**
 * One collection of a virtual cluster. Requests are cold: each subscription sends one, which is answered after the
 * cluster's `latency`; a refusal is a `StatusError`, as from a real server. Objects are frozen copies.
 */
export interface VirtualCollection<T extends KubeObject> {
  /**
   * What an informer takes. Its own requests are in its log, those of all in the cluster's. It sends all shards to everybody,
   * as a server without the gate `ShardedListAndWatch`.
   */
  listerWatcher(
    scope?: Pick<ListWatchOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ): LoggedListerWatcher<T>;
  /** 404 where it is not there. */
  get(key: ObjectKey): Observable<T>;
  /**
   * Gives the object a uid, a time and a version of its own, and a name where it has a `generateName` only. 409
   * `AlreadyExists` for a name that is taken; 500 for an object with a version, other than that of `kubeObject`.
   */
  create(object: PartOf<T>): Observable<T>;
  /**
   * Status and spec alike. 409 `Conflict` for a version that is not the last, or another uid; 404 where it is not there;
   * nothing happens where nothing changes.
   */
  update(object: T): Observable<T>;
  /** A merge patch (RFC 7396) or, as an array, a JSON patch, as `edit` gives them; 422 for one whose `test` fails. */
  patch(key: ObjectKey, patch: readonly JsonPatchOperation[] | PartOf<T> | Edited): Observable<T>;
  /** Emits the last state. An object with finalizers is marked, and goes with the last of them. */
  delete(key: ObjectKey, preconditions?: Preconditions): Observable<T>;
  /** The content now, in the order of the keys. */
  objects(): readonly T[];
  /** As if somebody else had written it: at once, unconditional, not logged; with another uid the old one goes first. */
  put(object: T): T;
  /** As if somebody else had deleted it, finalizers or not. */
  remove(key: ObjectKey): T;
}

/** `mergePatch` as `edit` gives it. */
type Edited = Readonly<Record<string, unknown>>;

export function virtualCollection<T extends KubeObject>(
  room: Room<T>,
  context: ClusterContext,
): VirtualCollection<T> {
  const { collection, written } = room;
  const { resource } = collection;
  const { clock, ledger, moved, refusals, settings } = context;

  const request = (entry: Omit<ClusterRequest, 'at' | 'resource'>): ClusterRequest => ({
    at: clock.now(),
    resource,
    ...entry,
  });
  const send = (entry: Omit<ClusterRequest, 'at' | 'resource'>, act: () => T): Observable<T> =>
    ledger.logged(
      () => request(entry),
      () => after(settings.latency).pipe(map(act)),
    );
  /** The watches hear of it before the one who wrote: a server may be as quick as that. */
  const told = (write: () => T): T => {
    const before = collection.history.end;
    const object = write();
    if (collection.history.end > before) {
      written.next();
      moved.next();
    }
    return object;
  };
  const write = (entry: Omit<ClusterRequest, 'at' | 'resource'>, act: () => T): Observable<T> =>
    send(entry, () => {
      const refused = refusals.shift();
      if (refused !== undefined) throw refused;
      return told(act);
    });

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
          () => ledger.logged(() => request({ verb, options }), answer),
        );
      return {
        ...log,
        list: (options) => ask('list', options, () => virtualList(room, context, selects, options)),
        watch: (options) => ask('watch', options, () => virtualWatch(room, context, selects, options)),
      };
    },
    get: (key) => {
      checkArgument('get: key', key, aString);
      return send({ verb: 'get', key }, () => collection.get(key));
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
      return told(() => collection.put(object));
    },
    remove: (key) => {
      checkArgument('remove: key', key, {
        allowed: 'the key of an object that is there',
        test: (given) => collection.objects.has(given as string),
      });
      return told(() => collection.remove(key));
    },
  };
}

const aPatch: Rule = {
  allowed: 'a merge patch, or a JSON patch as an array',
  test: (given) => typeof given === 'object' && given !== null,
};
