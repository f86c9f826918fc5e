import type { ObjectMeta } from './generated/meta.ts';

/**
 * An object within another object, such as a PersistentVolumeClaim in the `volumeClaimTemplates` of a StatefulSet. The
 * object has no uid and no resourceVersion, and all fields of its metadata are optional.
 *
 * @typeParam T - the kind of the object
 */
export type Embedded<T> = Omit<T, 'metadata'> & { readonly metadata?: ObjectMeta };
