import { catchError, EMPTY, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { asKubeError, type KubeError, ProtocolError } from '../objects/index.ts';

/** What the end of a request is judged by. */
export interface RequestRecord {
  /** What the source threw. */
  error: KubeError | undefined;
  /** Something of a streamed list has come. */
  begun: boolean;
  /** When it became a watch, ms; `undefined` for a list, and while a streamed one is on. */
  openedAt: number | undefined;
  /** The answer of a watch has not begun, long after the request. */
  unanswered: boolean;
  /** Events and bookmarks since then; an object that was left out is none (B40). */
  frames: number;
  /** We closed it: nothing came for too long. */
  silent: boolean;
  /** We closed it: it brought an older version, and the server's own is not below the newest. */
  repeated: boolean;
  /** We closed it: the server gave this version, which is below the newest. */
  behind: string | undefined;
}

export const newRecord = (): RequestRecord => ({
  error: undefined,
  begun: false,
  openedAt: undefined,
  unanswered: false,
  frames: 0,
  silent: false,
  repeated: false,
  behind: undefined,
});

/**
 * Turns an error of the source into an end, noted in `record`. It stands right behind the source: what a callback of
 * the user's throws further down is no fault of the server's, and ends the stream.
 */
export function recordFailure<V>(record: RequestRecord): MonoTypeOperatorFunction<V> {
  return catchError((thrown: unknown) => {
    record.error = asKubeError(thrown, 'the request');
    return EMPTY;
  });
}

/** Ends a list that is longer than is wanted. It stands before `recordFailure`. */
export function atMost<V>(maxObjects: number, countIn: (value: V) => number): MonoTypeOperatorFunction<V> {
  let count = 0;
  return tap((value) => {
    count += countIn(value);
    if (count <= maxObjects) return;
    throw new ProtocolError(
      `the list has more than ${maxObjects} objects; ask for fewer, or raise maxObjects`,
      { failure: 'throttled' },
    );
  });
}

export const noPage = (): ProtocolError => new ProtocolError('the list ended without a page');
