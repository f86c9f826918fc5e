import {
  isRecord,
  keyOf,
  type KubeObject,
  type ObjectKey,
  sameJson,
  StatusError,
} from '../../objects/index.ts';

/**
 * The path of a field whose value is not a map: the member names on the way to the value, as JSON. A list
 * counts as one value.
 */
type LeafPath = string;
type Leaves = ReadonlyMap<LeafPath, unknown>;

/**
 * The name of a field manager in the message of a conflict: `"web"`, or `"web" using v1` for writes other than an
 * apply. These two names are two different owners.
 */
type Owner = string;

interface Tracked {
  readonly uid: string;
  leaves: Leaves;
  /** The fields of each owner: the paths of values that are not maps. */
  readonly owned: Map<Owner, Set<LeafPath>>;
}

/**
 * The field managers of the objects of one collection, for server-side apply. The rules are the rules of a kube-apiserver for an
 * object without a schema: maps are merged, and lists are replaced as a whole.
 */
export class FieldOwners {
  readonly #tracked = new Map<ObjectKey, Tracked>();

  /**
   * Makes the manager of a write the owner of the fields that the write has changed. Does nothing for an
   * object without an apply, because such an object has no managers yet.
   */
  written(object: KubeObject, manager: string, isStatus: boolean): void {
    if (this.#tracked.has(keyOf(object))) this.#attribute(object, updaterOf(manager, object, isStatus));
  }

  /**
   * Returns the object that an apply writes. Call {@link applied} after the write.
   *
   * @throws StatusError 409 for fields of other managers, unless `force`
   */
  merged(live: KubeObject, config: object, applier: Owner, force: boolean): unknown {
    const isTracked = this.#tracked.get(keyOf(live))?.uid === live.metadata.uid;
    const tracked = this.#attribute(live, updaterOf(isTracked ? otherClient : beforeFirstApply, live));
    const wanted = leavesOf(config);
    const conflicts = [...wanted].flatMap(([path, value]) =>
      tracked.leaves.has(path) && sameJson(tracked.leaves.get(path), value)
        ? []
        : [...tracked.owned].flatMap(([owner, paths]) =>
            owner !== applier && [...paths].some((other) => overlaps(other, path)) ? [{ owner, path }] : [],
          ),
    );
    if (conflicts.length > 0 && !force) throw conflictError(conflicts);

    const result = JSON.parse(JSON.stringify(live)) as Record<string, unknown>;
    for (const path of ownedBy(tracked, applier)) {
      const isShared = [...tracked.owned].some(([owner, paths]) => owner !== applier && paths.has(path));
      if (!isShared && !wanted.has(path)) removeLeaf(result, path);
    }
    for (const [path, value] of wanted) setLeaf(result, path, value);
    addMaps(result, config);
    return result;
  }

  /** Makes the applier the owner of all fields of its last configuration, and of no other fields. */
  applied(object: KubeObject, config: object, applier: Owner): void {
    const tracked = this.#attribute(object, applier);
    tracked.owned.set(applier, new Set(leavesOf(config).keys()));
  }

  #attribute(object: KubeObject, owner: Owner): Tracked {
    const key = keyOf(object);
    const { uid } = object.metadata;
    const leaves = leavesOf(object);
    const known = this.#tracked.get(key);
    const tracked: Tracked = known?.uid === uid ? known : { uid, leaves: new Map(), owned: new Map() };
    this.#tracked.set(key, tracked);
    for (const path of tracked.leaves.keys()) if (!leaves.has(path)) disown(tracked, path);
    for (const [path, value] of leaves) {
      if (tracked.leaves.has(path) && sameJson(tracked.leaves.get(path), value)) continue;
      disown(tracked, path);
      ownedBy(tracked, owner).add(path);
    }
    tracked.leaves = leaves;
    return tracked;
  }
}

/** The manager of the fields that an object had before its first apply, as on a kube-apiserver. */
const beforeFirstApply = 'before-first-apply';

/** The manager of writes that name no manager, such as the writes of `put`. */
export const otherClient = 'unknown';

/** Returns the owner for an apply. */
export const applierOf = (manager: string, isStatus: boolean): Owner =>
  isStatus ? `"${manager}" with subresource "status"` : `"${manager}"`;

const updaterOf = (manager: string, { apiVersion = 'v1' }: KubeObject, isStatus = false): Owner =>
  `${applierOf(manager, isStatus)} using ${apiVersion}`;

function ownedBy({ owned }: Tracked, owner: Owner): Set<LeafPath> {
  const paths = owned.get(owner) ?? new Set();
  owned.set(owner, paths);
  return paths;
}

function disown({ owned }: Tracked, path: LeafPath): void {
  for (const paths of owned.values()) paths.delete(path);
}

/** Whether one of the two paths begins with the other path. */
const overlaps = (a: LeafPath, b: LeafPath): boolean =>
  a === b || a.startsWith(`${b.slice(0, -1)},`) || b.startsWith(`${a.slice(0, -1)},`);

/** The members that identify an object, and the members that the server sets. No manager owns these. */
const unowned: ReadonlySet<string> = new Set(
  [
    ['apiVersion'],
    ['kind'],
    ...[
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'generation',
      'creationTimestamp',
      'deletionTimestamp',
      'managedFields',
    ].map((name) => ['metadata', name]),
  ].map((path) => JSON.stringify(path)),
);

function leavesOf(object: object): Leaves {
  const leaves = new Map<LeafPath, unknown>();
  const walk = (value: unknown, names: readonly string[]): void => {
    const path = JSON.stringify(names);
    if (value === undefined || unowned.has(path)) return;
    if (!isRecord(value)) leaves.set(path, value);
    else for (const [name, member] of Object.entries(value)) walk(member, [...names, name]);
  };
  walk(object, []);
  return leaves;
}

function setLeaf(object: Record<string, unknown>, path: LeafPath, value: unknown): void {
  const names = JSON.parse(path) as string[];
  const last = names.pop() ?? '';
  let parent = object;
  for (const name of names) {
    const member = Object.hasOwn(parent, name) ? parent[name] : undefined;
    const child = isRecord(member) ? (member as Record<string, unknown>) : {};
    define(parent, name, child);
    parent = child;
  }
  define(parent, last, value);
}

/**
 * Adds to the stored object the maps that only the applied object has. Without this step, an empty map would be lost,
 * because an empty map contains no field.
 */
function addMaps(object: Record<string, unknown>, config: object): void {
  for (const [name, value] of Object.entries(config)) {
    if (!isRecord(value)) continue;
    if (!isRecord(object[name])) define(object, name, {});
    addMaps(object[name] as Record<string, unknown>, value);
  }
}

function removeLeaf(object: Record<string, unknown>, path: LeafPath): void {
  const names = JSON.parse(path) as string[];
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    object,
  );
  if (isRecord(parent)) Reflect.deleteProperty(parent, last);
}

/** An assignment would not set a member with the name `__proto__`, which a label may have. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

function conflictError(
  conflicts: readonly { readonly owner: Owner; readonly path: LeafPath }[],
): StatusError {
  const causes = conflicts.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${owner}`,
    field: `.${(JSON.parse(path) as string[]).join('.')}`,
  }));
  const texts = causes.map(({ message, field }) => `${message}: ${field}`);
  const count = causes.length === 1 ? '1 conflict' : `${causes.length} conflicts`;
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Apply failed with ${count}: ${texts.join('; ')}`,
    causes,
  });
}
