import type { KubeObject } from '../../objects/index.ts';
import type { Keeping } from './keeping.ts';

/**
 * Whether two objects under one key are the same state: equal uid and resourceVersion (G7, PF15). Where a transform has
 * cleared the version nothing can be told from it, and each counts as another (against B135).
 */
export function isSame({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return a.uid === b.uid && a.resourceVersion === b.resourceVersion && Boolean(a.resourceVersion);
}

/** The same where versions went back: then an equal version does not mean an equal content, and both are compared. */
export function isSameContent<T extends KubeObject>(a: T, b: T, keeping: Keeping<T> | undefined): boolean {
  const json = (held: T): string => keeping?.json(held) ?? JSON.stringify(held);
  if (!isSame(a, b)) return false;
  try {
    return json(a) === json(b);
  } catch (error) {
    if (error instanceof RangeError) return false; // nested too deep to be compared: it counts as changed
    throw error;
  }
}
