import type { GroupVersionResource } from '../../objects/index.ts';

/** The value of `format` in the header of a recording. */
export const formatName = 'rx-informer-recording';
/** The version of the format that the writer writes. The reader accepts only this version. */
export const formatVersion = 1;

/** The first line of a recording: the format, the time of the start, and the collection if it is known. */
export interface RecordingHeader {
  readonly format: 'rx-informer-recording';
  readonly version: number;
  /** The time when the recording started, in ms of the RxJS clock. */
  readonly time: number;
  readonly resource?: Pick<GroupVersionResource, 'group' | 'version' | 'resource'>;
}

/**
 * A notification of a recorded stream (a stage): a value, an error or the completion. A line of the recording
 * has the same members.
 */
type StageNotification =
  { readonly value: unknown } | { readonly error: ErrorJson } | { readonly complete: true };

/** One line of the recording after the header. */
export type Entry = StageNotification & {
  /** The time of the notification, in ms of the RxJS clock. */
  readonly time: number;
  readonly stage: string;
};

/**
 * The recorded form of a `KubeError`. For an error of another class, `ErrorJson` contains only the name and a
 * fixed message.
 */
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
