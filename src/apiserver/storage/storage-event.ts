import type { StoredObject } from '../json.ts';

/** One write: the object before and after it. `previous` is `undefined` for a create, `object` for a delete. */
export interface StorageEvent {
  /** The revision of the write. It is strictly increasing over all collections. */
  readonly revision: number;
  readonly key: string;
  readonly object: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}
