import type { GroupVersionResource } from '../../objects/index.ts';

/** What the first line says. */
export const formatName = 'rx-informer-recording';
/** Of what is written. A reader takes this one and all before it. */
export const formatVersion = 1;

/** The first line of a recording: what it is, since when it runs, and of which collection, where that is known. */
export interface RecordingHeader {
  readonly format: 'rx-informer-recording';
  readonly version: number;
  /** When it began, ms of the RxJS clock. */
  readonly time: number;
  readonly resource?: Pick<GroupVersionResource, 'group' | 'version' | 'resource'>;
}

/** What happened at a stage: a value, an error or the end. The members are those of the line. */
type Happening = { readonly value: unknown } | { readonly error: ErrorJson } | { readonly complete: true };

/** One line after the header. */
export type Entry = Happening & {
  /** When it happened, ms of the RxJS clock. */
  readonly time: number;
  readonly stage: string;
};

/** An error of the library's tree; of another one its name alone. */
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
