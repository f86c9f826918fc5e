import { catchError, defer, EMPTY, from, ignoreElements, isObservable, type Observable } from 'rxjs';
import { HandlerError, isThenable, type ObjectKey } from '../objects/index.ts';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { isInitial } from './machine/change-buffer.ts';
import { nameForHandler, type ResourceEventHandler } from './resource-event-handler.ts';

/**
 * Calls a handler with one change. Only a thenable or an Observable is waited for: a promise for each change would cost fifty
 * times what the call does (PF18).
 *
 * @returns completes when what the handler returned has completed; an error has been reported by then
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
        reportHandlerError(handler, methods[change.type], change.key, cause);
        return EMPTY;
      }),
    );
  } catch (cause) {
    reportHandlerError(handler, methods[change.type], change.key, cause);
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

/** Gives an error to the handler's `onError`; a handler without one leaves it to RxJS as unhandled. */
export function reportHandlerError<T>(
  handler: ResourceEventHandler<T>,
  where: string,
  key: ObjectKey | undefined,
  cause: unknown,
): void {
  const error = new HandlerError(where, key, cause, nameForHandler(handler));
  if (handler.onError === undefined) reportUnhandledError(error);
  else runGuarded(() => handler.onError?.(error));
}
