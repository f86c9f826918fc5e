import type { KubeObject } from '../../objects/index.ts';

/**
 * Whether two objects under one key are the same state: equal uid and resourceVersion (G7, PF15). Where a transform has
 * cleared the version nothing can be told from it, and each counts as another (against B135).
 */
export function isSame({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return a.uid === b.uid && a.resourceVersion === b.resourceVersion && Boolean(a.resourceVersion);
}

/**
 * The same where versions went back: then an equal version does not mean an equal content, and both are compared. What is not
 * plain JSON, or cannot be compared, counts as changed.
 */
export function isSameContent<T extends KubeObject>(
  a: T,
  b: T,
  codec: { readonly isEqual: (a: T, b: T) => boolean },
): boolean {
  if (!isSame(a, b)) return false;
  try {
    return codec.isEqual(a, b);
  } catch {
    return false; // a getter threw, or a value is null in one of them: null has no prototype
  }
}

/** Whether two objects of plain JSON are equal. */
export function isEqualJson<T extends KubeObject>(a: T, b: T): boolean {
  return isEqual(a as T & Tree, b as T & Tree);
}

/** Of plain JSON. Values that are deeper than any kind of object count as different, so that a cycle costs little. */
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
