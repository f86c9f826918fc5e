import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Change } from '../change.ts';
import type { ObjectMap, ReadonlyObjectMap } from './object-map.ts';

/**
 * Another way to keep objects than as they are. Within the store a `T` may then be a stand-in: it can be compared by
 * `metadata.uid` and `metadata.resourceVersion`, and only `open` makes an object of it. Nobody outside sees one.
 */
export interface Keeping<T extends KubeObject> {
  /** An empty map; what it gives back are stand-ins. */
  empty(): ObjectMap<T>;
  readonly keyOf: (held: T) => ObjectKey;
  /** The object that stands behind a stand-in; any other as it is. */
  open(held: T): T;
  /** The JSON of the object, made without parsing a stand-in; undefined for an object that JSON cannot hold. */
  json(held: T): string | undefined;
  /** The change as subscribers see it; once told it stays as it is. */
  told(change: Change<T>): Change<T>;
  /**
   * For one list: what to keep of each object until the list is complete.
   *
   * @param versionsReset - no object is taken for unchanged because its version is
   */
  gather(objects: ReadonlyObjectMap<T>, versionsReset?: boolean): (object: T) => T;
}
