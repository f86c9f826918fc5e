import {
  concat,
  defer,
  finalize,
  interval,
  map,
  mergeMap,
  type Observable,
  of,
  take,
  throwError,
  timer,
} from 'rxjs';
import {
  type Change,
  ConnectionError,
  type Deltas,
  type KubeObject,
  type ListerWatcher,
  type ReflectorEvent,
  StatusError,
  type Transport,
  type WatchEvent,
} from 'rx-informer';

/** Number of keys in the test sources. A store may keep one object for each key. */
export const keys = 5;

/**
 * Endless test sources of new objects. They count their open subscriptions, and the objects that are still in memory.
 */
export interface Lab {
  readonly events$: Observable<ReflectorEvent<KubeObject>>;
  readonly deltas$: Observable<Deltas<KubeObject>>;
  readonly batches$: Observable<readonly Change<KubeObject>[]>;
  readonly source: ListerWatcher<KubeObject>;
  /**
   * A transport with the objects of `source`. The transport emits bytes, so the leak test must pass each decoded object
   * to `track`.
   */
  readonly transport: Transport;
  readonly track: (object: KubeObject) => KubeObject;
  readonly counted: <V>(values$: Observable<V>) => Observable<V>;
  /** Returns the number of subscriptions that are open now. */
  readonly open: () => number;
  readonly made: () => number;
  /** Returns the number of objects that are still in memory. Call it after a garbage collection. */
  readonly held: () => number;
}

export function createLab(): Lab {
  let open = 0;
  let requests = 0;
  let version = 0;
  const made: WeakRef<KubeObject>[] = [];
  const uids = new Map<string, string>();

  const counted = <V>(values$: Observable<V>): Observable<V> =>
    defer(() => {
      open++;
      return values$.pipe(finalize(() => open--));
    });
  const track = (one: KubeObject): KubeObject => {
    made.push(new WeakRef(one));
    return one;
  };
  const object = (name: string): KubeObject => {
    const resourceVersion = String(++version);
    const uid = uids.get(name) ?? `uid-${resourceVersion}`;
    uids.set(name, uid);
    const one: KubeObject = { metadata: { name, uid, resourceVersion, labels: { app: name } } };
    return track(one);
  };
  const nameOf = (nth: number): string => `pod-${nth % keys}`;
  const all = (): readonly KubeObject[] => Array.from({ length: keys }, (_, nth) => object(nameOf(nth)));
  const event = (nth: number): WatchEvent<KubeObject> & { readonly object?: KubeObject } => {
    if (nth % 7 === 6) return { type: 'BOOKMARK', resourceVersion: String(version) };
    const name = nameOf(nth);
    const type = nth % 11 === 10 ? 'DELETED' : 'MODIFIED';
    const one = object(name);
    if (type === 'DELETED') uids.delete(name);
    return { type, object: one };
  };
  const change = (nth: number): Change<KubeObject> => {
    const name = nameOf(nth);
    if (nth < keys) return { type: 'added', key: name, object: object(name), cause: 'initial' };
    return { type: 'updated', key: name, old: object(name), object: object(name), cause: 'watch' };
  };
  const list = (): ReflectorEvent<KubeObject> => ({
    type: 'REPLACED',
    items: all(),
    resourceVersion: String(version),
  });
  const failure = (): Error =>
    requests % 2 === 0 ? new ConnectionError('reset') : new StatusError({ code: 410, reason: 'Expired' });

  const source: ListerWatcher<KubeObject> = {
    list: () =>
      counted(timer(3).pipe(mergeMap(() => of({ items: all(), resourceVersion: String(version) })))),
    watch: ({ sendInitialEvents = false } = {}) =>
      counted(
        defer(() => {
          requests++;
          if (sendInitialEvents) return throwError(() => new StatusError({ code: 422 }));
          const live$ = interval(7).pipe(map(event));
          // Two of three watches break. Some subscribers then unsubscribe during a backoff.
          return requests % 3 === 0 ? live$ : concat(live$.pipe(take(requests % 8)), throwError(failure));
        }),
      ),
  };
  const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

  return {
    counted,
    open: () => open,
    made: () => made.length,
    held: () => made.filter((reference) => reference.deref() !== undefined).length,
    events$: counted(interval(7).pipe(map((nth) => (nth % 50 === 0 ? list() : event(nth))))),
    deltas$: counted(
      interval(7).pipe(
        map((nth): Deltas<KubeObject> => {
          if (nth % 50 === 0)
            return [{ type: 'ReplacedAll', objects: all(), resourceVersion: String(version) }];
          return [{ type: 'Updated', key: nameOf(nth), object: object(nameOf(nth)) }];
        }),
      ),
    ),
    batches$: counted(interval(7).pipe(map((nth) => [change(3 * nth), change(3 * nth + 1)]))),
    source,
    track,
    transport: {
      open: ({ query = {} }) =>
        query['watch'] === 'true'
          ? source
              .watch({ sendInitialEvents: query['sendInitialEvents'] === 'true' })
              .pipe(
                map((event) => bytes(event.type === 'BOOKMARK' ? bookmark(event.resourceVersion) : event)),
              )
          : source
              .list()
              .pipe(map(({ items, resourceVersion }) => bytes({ metadata: { resourceVersion }, items }))),
    },
  };
}

const bookmark = (resourceVersion: string): object => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion } },
});
