import { asyncScheduler } from 'rxjs';
import type { ListOptions, WatchOptions } from '../source/index.ts';

/** A request that a fake was sent, in the order of arrival, with its time (ms, virtual under a TestScheduler). */
export interface LoggedRequest {
  readonly at: number;
  readonly verb: 'list' | 'watch';
  readonly options: ListOptions & WatchOptions;
}

/** An entry for a request that comes now. */
export function logEntry(
  verb: LoggedRequest['verb'],
  options: ListOptions & WatchOptions = {},
): LoggedRequest {
  return { at: asyncScheduler.now(), verb, options };
}
