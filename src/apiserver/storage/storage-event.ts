import type { StoredObject } from '../json.ts';

/** One write: the object before and after the write. A create has no `previous`, and a delete has no `object`. */
export interface StorageEvent {
  /** The revision of the write. Each write to any collection has a higher revision than the write before. */
  readonly revision: number;
  readonly key: string;
  readonly object: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}
