import type { ObjectMeta } from '../objects/index.ts';

/** The names of all fields of metadata except `name` and `namespace`, which form the key. */
export const metaNames: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generateName',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
] satisfies readonly (keyof ObjectMeta)[]);
