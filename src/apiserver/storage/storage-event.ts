import type { StoredObject } from '../json.ts';

/** One write: the state of an object before and after; absent before a creation and after a deletion. */
export interface StorageEvent {
  /** Of the write; strictly increasing over the whole server. */
  readonly revision: number;
  readonly key: string;
  readonly object: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}
