import type { ObjectKey } from 'rx-informer';

/** One write that the server has confirmed. */
export interface Write {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly key: ObjectKey;
  readonly uid: string;
  /** Absent for a delete: the server does not tell it. */
  readonly resourceVersion?: string;
}
