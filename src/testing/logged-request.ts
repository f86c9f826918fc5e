import { asyncScheduler } from 'rxjs';
import type { ListOptions, WatchOptions } from '../source/index.ts';

/** A request that a source received, with its time in ms on the RxJS clock (virtual under a TestScheduler). */
export interface LoggedRequest {
  readonly at: number;
  readonly verb: 'list' | 'watch';
  readonly options: ListOptions & WatchOptions;
}

/** Returns the log entry of a request that arrives now. */
export function logEntry(
  verb: LoggedRequest['verb'],
  options: ListOptions & WatchOptions = {},
): LoggedRequest {
  return { at: asyncScheduler.now(), verb, options };
}
