import { catchError, defer, EMPTY, from, ignoreElements, isObservable, type Observable } from 'rxjs';
import { isThenable } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import { isInitial } from './machine/change-buffer.ts';
import { reportTo } from './report-to.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';

/**
 * Tells a handler of one change. Only what is thenable or observable is waited for: a promise for each change would
 * cost fifty times what the call does (PF18).
 *
 * @returns completes when what the handler returned has; what goes wrong has been reported by then
 */
export function callHandler<T>(
  handler: ResourceEventHandler<T>,
  change: Change<T>,
): Observable<never> | undefined {
  try {
    const result = call(handler, change);
    if (!isObservable(result) && !isThenable(result)) return undefined;
    return defer(() => from(result)).pipe(
      ignoreElements(),
      catchError((cause: unknown) => {
        reportTo(handler, methods[change.type], change.key, cause);
        return EMPTY;
      }),
    );
  } catch (cause) {
    reportTo(handler, methods[change.type], change.key, cause);
    return undefined;
  }
}

const methods = { added: 'onAdd', updated: 'onUpdate', deleted: 'onDelete' } as const;

function call<T>(handler: ResourceEventHandler<T>, change: Change<T>): unknown {
  switch (change.type) {
    case 'added':
      return handler.onAdd?.(change.object, isInitial(change));
    case 'updated':
      return handler.onUpdate?.(change.old, change.object);
    case 'deleted':
      return handler.onDelete?.(change.object, change.finalStateKnown);
  }
}
