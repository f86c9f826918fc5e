import {
  asyncScheduler,
  defer,
  filter,
  map,
  type Observable,
  of,
  type OperatorFunction,
  switchMap,
  timer,
} from 'rxjs';
import type { InformerStatus } from '../../informer/index.ts';
import { createStatusReader, type StatusText } from '../machine/status-text.ts';
import { statusLine } from './status-line.ts';
import type { Style } from './style.ts';

/**
 * Formats the statuses of one collection as lines for people.
 *
 * @param size - returns the current number of objects
 * @param redact - removes credentials from a text; called before the text is cut
 * @param now - returns the current time; each line begins with this time
 */
export function statusLines(
  resource: string,
  size: () => number,
  style: Style,
  redact: (text: string) => string,
  now: () => number = () => asyncScheduler.now(),
): OperatorFunction<InformerStatus, string> {
  return (status$) =>
    defer(() => {
      const read = createStatusReader(resource);
      return status$.pipe(
        map((status) => read(status, size(), asyncScheduler.now())),
        filter((line) => line !== undefined),
        switchMap((line): Observable<StatusText> =>
          line.after > 0 ? timer(line.after).pipe(map(() => line)) : of(line),
        ),
        map((line) => statusLine(line, now(), style, redact)),
      );
    });
}
