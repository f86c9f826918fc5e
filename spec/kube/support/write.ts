import type { ObjectKey } from 'rx-informer';

/** One write that the server has confirmed. */
export interface Write {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly key: ObjectKey;
  readonly uid: string;
  /** The resourceVersion after the write. Undefined for a delete, because the server does not return it. */
  readonly resourceVersion?: string;
}
