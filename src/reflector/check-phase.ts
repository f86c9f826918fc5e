import { defer, ignoreElements, type Observable, take, tap, throwError, throwIfEmpty, timeout } from 'rxjs';
import { ConnectionError, type KubeObject } from '../objects/index.ts';
import { isBehind } from './machine/memory.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { noPage, recordFailure, type RequestRecord } from './request-record.ts';

/** In ms: the answer is one object. */
const checkTimeout = 30_000;

/**
 * Asks the server for its version: a list of one object at most, of the most recent state. The status does not change until
 * the answer comes. Exception: after the gate opened it is `listing`.
 */
export function checkPhase<T extends KubeObject>(
  { source, memory, wanted, settings, tell, isStopped }: ReflectorContext<T>,
  record: RequestRecord,
): Observable<never> {
  return defer(() => {
    if (isStopped()) tell({ phase: 'listing', since: settings.now(), received: 0 });
    return source.list({ limit: 1, ...wanted });
  }).pipe(
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

const noAnswer = (): ConnectionError => new ConnectionError('the server did not say its version in 30 s');
