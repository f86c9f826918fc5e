import { type Change, compareResourceVersions, type KubeObject, keyOf, type ObjectKey } from 'rx-informer';

/** The objects of a collection. Each key has the value `uid@resourceVersion`. */
export type State = Readonly<Record<ObjectKey, string>>;

/**
 * Records the calls of one handler and finds contradictions between them. Keeps only the last state of each object.
 */
export interface Witness {
  readonly name: string;
  /** Number of handler calls. */
  readonly received: number;
  /** The first few contradictions between handler calls. */
  readonly contradictions: readonly string[];
  readonly state: State;
  added(object: KubeObject): void;
  /** `old` is undefined if the API does not pass the old object. */
  updated(object: KubeObject, old?: KubeObject): void;
  deleted(object: KubeObject): void;
  change(change: Change<KubeObject>): void;
}

/** @param onReceived - called within each handler call */
export function witness(name: string, onReceived: () => void): Witness {
  const there = new Map<ObjectKey, { readonly uid: string; readonly version: string }>();
  /** The highest resourceVersion of each key. Keys of deleted objects remain in the map. */
  const highest = new Map<ObjectKey, string>();
  const contradictions: string[] = [];
  let received = 0;

  const receive = (type: string, object: KubeObject, isRepeated: boolean): void => {
    received++;
    const key = keyOf(object);
    const { uid, resourceVersion: version } = object.metadata;
    const last = there.get(key);
    const wrong = (what: string): void => {
      if (contradictions.length < 5) contradictions.push(`${type} ${key} ${uid}@${version}: ${what}`);
    };
    if (type === 'added' && last !== undefined) wrong(`${last.uid}@${last.version} exists already`);
    if (type !== 'added' && last === undefined) wrong('the object did not exist');
    if (last !== undefined && last.uid !== uid) wrong(`another uid than ${last.uid}`);
    const before = highest.get(key);
    const order = before === undefined ? 1 : (compareResourceVersions(version, before) ?? 0);
    // Two kinds of calls repeat the last version of an object: a delete that a relist found, and a resync.
    if (order < 0 || (order === 0 && !isRepeated)) wrong(`after ${before}`);
    if (order > 0) highest.set(key, version);
    if (type === 'deleted') there.delete(key);
    else there.set(key, { uid, version });
    onReceived();
  };

  const self: Witness = {
    name,
    get received() {
      return received;
    },
    contradictions,
    get state() {
      return Object.fromEntries([...there].map(([key, { uid, version }]) => [key, `${uid}@${version}`]));
    },
    added: (object) => receive('added', object, false),
    updated: (object, old) => receive('updated', object, object === old),
    deleted: (object) => receive('deleted', object, true),
    change(change) {
      if (change.type === 'added') self.added(change.object);
      else if (change.type === 'updated') self.updated(change.object, change.old);
      else self.deleted(change.object);
    },
  };
  return self;
}

/** Returns the objects of a store or a server in a format that can be compared. */
export const stateOf = (objects: Iterable<KubeObject>): State =>
  Object.fromEntries(
    Array.from(objects, (object) => [
      keyOf(object),
      `${object.metadata.uid}@${object.metadata.resourceVersion}`,
    ]),
  );

/** Returns the first five differences as text. Returns an empty list if there are no differences. */
export function differences(has: State, expected: State): string[] {
  const keys = [...new Set([...Object.keys(has), ...Object.keys(expected)])].sort();
  return keys
    .filter((key) => has[key] !== expected[key])
    .map((key) => `${key}: ${has[key] ?? 'absent'}; the server has ${expected[key] ?? 'none'}`)
    .slice(0, 5);
}
