import {
  defer,
  filter,
  from,
  map,
  materialize,
  type Observable,
  of,
  startWith,
  Subject,
  type Subscription,
  take,
  tap,
} from 'rxjs';
import type { Lines } from './lines.ts';
import { createLineQueue } from './machine/line-queue.ts';

/** Lines, one at a time. */
export interface LinePull {
  /** Emits the next line, `undefined` behind the last, and completes. One subscription at a time. */
  readonly next$: Observable<string | undefined>;
  close(): void;
}

/** Opens them when the first is asked for. */
export function pullLines(lines: Lines): LinePull {
  if (Symbol.iterator in lines) return pullIterable(lines);
  return Symbol.asyncIterator in lines ? pullAsyncIterable(lines) : pullObservable(lines);
}

function pullIterable(lines: Iterable<string>): LinePull {
  let iterator: Iterator<string> | undefined;
  return {
    next$: defer(() => of(lineOf((iterator ??= lines[Symbol.iterator]()).next()))),
    close: () => void iterator?.return?.(),
  };
}

function pullAsyncIterable(lines: AsyncIterable<string>): LinePull {
  let iterator: AsyncIterator<string> | undefined;
  let pending: Promise<IteratorResult<string>> | undefined;
  return {
    // A line that is on its way when nobody wants it any more is the next one's.
    next$: defer(() => from((pending ??= (iterator ??= lines[Symbol.asyncIterator]()).next()))).pipe(
      tap(() => (pending = undefined)),
      map(lineOf),
    ),
    close: () => void iterator?.return?.().catch(() => undefined), // nobody is left to tell
  };
}

function pullObservable(lines: Observable<string>): LinePull {
  const queue = createLineQueue();
  const arrived = new Subject<void>();
  let subscription: Subscription | undefined;
  return {
    next$: defer(() => {
      subscription ??= lines.pipe(materialize()).subscribe((notification) => {
        queue.push(notification);
        arrived.next();
      });
      return arrived.pipe(
        startWith(undefined),
        filter(() => queue.size > 0),
        take(1),
        map(() => queue.take()),
      );
    }),
    close: () => subscription?.unsubscribe(),
  };
}

const lineOf = ({ done, value }: IteratorResult<string>): string | undefined =>
  done === true ? undefined : value;
