import { ignoreElements, type Observable, take, tap, throwError, throwIfEmpty, timeout } from 'rxjs';
import { ConnectionError, type KubeObject } from '../objects/index.ts';
import { isBehind } from './machine/memory.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { noPage, recordFailure, type RequestRecord } from './request-record.ts';

/** An answer of one object: while the reflector waits for it, the status is that of before. */
const checkTimeout = 30_000;

/** Asks the server for its version: a list of one object at most, of the most recent state. */
export function checkPhase<T extends KubeObject>(
  { source, memory, wanted }: ReflectorContext<T>,
  record: RequestRecord,
): Observable<never> {
  return source.list({ limit: 1, ...wanted }).pipe(
    take(1), // a list of limit 1 has a page for each object
    timeout({ first: checkTimeout, with: () => throwError(noAnswer) }),
    throwIfEmpty(noPage),
    tap(({ resourceVersion }) => {
      if (isBehind(memory, resourceVersion)) record.behind = resourceVersion;
    }),
    recordFailure(record),
    ignoreElements(),
  );
}

const noAnswer = (): ConnectionError =>
  new ConnectionError('the server did not say its version in 30 s; it is asked again');
