import type { KubeObject } from '../../objects/index.ts';

/**
 * Returns whether two objects of one key have the same state, which means equal uid and resourceVersion (G7,
 * PF15). If a transform has removed the version, the objects count as different (unlike B135).
 */
export function isSameVersion({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return a.uid === b.uid && a.resourceVersion === b.resourceVersion && Boolean(a.resourceVersion);
}

/**
 * Returns whether two objects have the same state, if the resourceVersions of the server went backwards (for
 * example after a restore of etcd). Unlike `isSameVersion`, the function also compares the contents, because
 * an equal version can then have new content. Objects that are not plain JSON, or cannot be compared, count
 * as different.
 */
export function isSameContent<T extends KubeObject>(
  a: T,
  b: T,
  codec: { readonly isEqual: (a: T, b: T) => boolean },
): boolean {
  if (!isSameVersion(a, b)) return false;
  try {
    return codec.isEqual(a, b);
  } catch {
    return false; // the comparison threw, for example in a getter, so the objects count as different
  }
}

export function isEqualJson<T extends KubeObject>(a: T, b: T): boolean {
  return isEqual(a as T & Tree, b as T & Tree);
}

/**
 * Compares plain JSON. Values that are nested deeper than 100 levels count as different, so that a cycle
 * costs little time. No Kubernetes kind has as many levels.
 */
function isEqual(a: Tree, b: Tree, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  const kind: unknown = Object.getPrototypeOf(a);
  if (kind !== Object.getPrototypeOf(b) || depth > 100) return false;
  if (kind !== Object.prototype && !Array.isArray(a)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && isEqual(a[name] as Tree, b[name] as Tree, depth + 1))
  );
}

type Tree = Readonly<Record<string, unknown>>;
