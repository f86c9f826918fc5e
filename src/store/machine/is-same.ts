import type { KubeObject } from '../../objects/index.ts';

/**
 * Whether two objects under one key are the same state: equal uid and resourceVersion (G7, PF15). Where a transform has
 * cleared the version nothing can be told from it, and each counts as another (against B135).
 */
export function isSame({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return a.uid === b.uid && a.resourceVersion === b.resourceVersion && Boolean(a.resourceVersion);
}
