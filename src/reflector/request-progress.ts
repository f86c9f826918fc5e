import { catchError, EMPTY, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { asKubeError, type KubeError, ProtocolError } from '../objects/index.ts';

/**
 * The progress of one request. The reflector mutates this record, and creates a `RequestOutcome` from it at
 * the end of the request.
 */
export interface RequestProgress {
  error: KubeError | undefined;
  /** True if at least one frame of a streamed list arrived. */
  begun: boolean;
  /** The time in ms when the request became a watch. `undefined` for a list, and before the end of a streamed list. */
  openedAt: number | undefined;
  /** True if the answer to the watch or the streamed list is late (the ListerWatcher has reported it), and has not begun. */
  unanswered: boolean;
  /** The number of events and bookmarks of the watch. A malformed object does not count (B40). */
  frames: number;
  /**
   * True if the reflector aborted the request, because no frame arrived within the idle limit, or the request
   * was open for too long.
   */
  idle: boolean;
  /**
   * True if the reflector aborted the request because the watch repeated an event. The watch sent an older
   * version, but the current version of the server did not go backwards.
   */
  eventRepeated: boolean;
  /**
   * The current resourceVersion of the server, if the reflector aborted the request because this version went
   * backwards.
   */
  versionsResetTo: string | undefined;
}

export const newRequestProgress = (): RequestProgress => ({
  error: undefined,
  begun: false,
  openedAt: undefined,
  unanswered: false,
  frames: 0,
  idle: false,
  eventRepeated: false,
  versionsResetTo: undefined,
});

/**
 * Stores an error of the ListerWatcher in `progress`, and completes. Apply this operator before all callbacks
 * of the user. An error of a callback is no failure of the request, and has to end the stream.
 */
export function recordFailure<V>(progress: RequestProgress): MonoTypeOperatorFunction<V> {
  return catchError((thrown: unknown) => {
    progress.error = asKubeError(thrown, 'the request');
    return EMPTY;
  });
}

/**
 * Errors when a list has more than `maxObjects` objects. Apply this operator before `recordFailure`, so that
 * `recordFailure` stores the error.
 */
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
