import type { StoredObject } from '../json.ts';

/**
 * One write to a collection: the object before and after the write. A create has no `previous`, and a delete has no
 * `object`.
 */
export interface StorageEvent {
  /**
   * The revision of the write. All collections share one counter, so each write has a higher revision than the write
   * before.
   */
  readonly revision: number;
  readonly key: string;
  readonly object: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}
