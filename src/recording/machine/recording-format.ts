import type { GroupVersionResource } from '../../objects/index.ts';

/** The `format` of the first line. */
export const formatName = 'rx-informer-recording';
/** The version that is written. A reader reads this one and earlier ones. */
export const formatVersion = 1;

/** The first line of a recording: the format, the time of its start, and the collection, if that is known. */
export interface RecordingHeader {
  readonly format: 'rx-informer-recording';
  readonly version: number;
  /** When the recording began, in ms of the RxJS clock. */
  readonly time: number;
  readonly resource?: Pick<GroupVersionResource, 'group' | 'version' | 'resource'>;
}

/** A notification of a stage: a value, an error or the completion. The members are those of the line. */
type StageNotification =
  { readonly value: unknown } | { readonly error: ErrorJson } | { readonly complete: true };

/** One line after the header. */
export type Entry = StageNotification & {
  /** When the notification came, in ms of the RxJS clock. */
  readonly time: number;
  readonly stage: string;
};

/** A `KubeError`; for other errors only the name. */
export interface ErrorJson {
  readonly name: string;
  readonly message: string;
  readonly failure?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly causes?: readonly unknown[];
  readonly inStream?: boolean;
  readonly answered?: boolean;
  readonly excerpt?: string;
}
