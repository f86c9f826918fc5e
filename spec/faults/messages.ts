/** A special behaviour of the program under test. Each program also records the calls of its callbacks. */
export type Program = 'plain' | 'throws' | 'async' | 'start twice';

/** A call of a callback of the informer. */
export interface Notification {
  readonly verb: 'add' | 'update' | 'delete';
  readonly name: string;
  readonly uid: string;
  readonly version: string;
  readonly text: string;
  readonly size: number;
}

export type ChildMessage =
  | Notification
  | { readonly step: 'begin' | 'end'; readonly version: string }
  | { readonly error: string }
  | { readonly late: string }
  | { readonly started: true };

export type ParentMessage = 'stop' | 'late';
