import { HandlerError, isThenable, type ObjectKey, type Rule } from '../objects/index.ts';
import { aFunction, anObject } from '../objects/index.ts';
import { catchError, defer, EMPTY, from, ignoreElements, isObservable, type Observable } from 'rxjs';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { isInitial } from './machine/change-buffer.ts';

/**
 * client-go's `ResourceEventHandler`. Absent methods are skipped (B166). If a method returns a promise or an Observable, the next
 * call waits until it completes.
 */
export interface ResourceEventHandler<T> {
  /** The name in errors. Default: the name of the class, or of the first function whose name differs from its method (B170). */
  readonly name?: string;
  /** `isInInitialList` is true for an object of the first list, or of the current content for a late subscriber (B116, B161). */
  onAdd?(object: T, isInInitialList: boolean): unknown;
  /** Also called for a resync, with `old === object`. */
  onUpdate?(old: T, object: T): unknown;
  /**
   * `object` is the last known state. `finalStateKnown` is false if a list did not contain the object, or if its new state could
   * not be frozen after the transform. In the second case the object may still exist.
   */
  onDelete?(object: T, finalStateKnown: boolean): unknown;
  /**
   * Receives the errors of the other methods. The change counts as handled, and the next change follows (unlike B152 and B153). If
   * absent, RxJS reports the error as unhandled, as if thrown in `subscribe`.
   */
  onError?(error: HandlerError): void;
}

/** The rule for a handler: each method is a function or absent. */
export const aHandler: Rule = {
  allowed: 'a handler: { onAdd?, onUpdate?, onDelete?, onError? }',
  test: (given) => {
    if (!anObject.test(given)) return false;
    const methods = given as Readonly<Record<string, unknown>>;
    return ['onAdd', 'onUpdate', 'onDelete', 'onError'].every(
      (name) => methods[name] === undefined || aFunction.test(methods[name]),
    );
  },
};

/**
 * Returns the name of a handler for errors: its `name`, the name of its class, or the name of its first function whose name differs
 * from its method (B170).
 */
export function nameForHandler<T>(handler: ResourceEventHandler<T>): string | undefined {
  if (typeof handler.name === 'string' && handler.name !== '') return handler.name;
  const { constructor } = handler as { readonly constructor?: unknown };
  // Compares names, because an object of another realm has another `Object`.
  if (typeof constructor === 'function' && constructor.name !== 'Object' && constructor.name !== '') {
    return constructor.name;
  }
  return (['onAdd', 'onUpdate', 'onDelete'] as const)
    .map((method) => ({ method, name: handler[method]?.name ?? '' }))
    .find(({ method, name }) => name !== '' && name !== method)?.name;
}

/**
 * Calls a handler with one change. Waits only if the handler returns a thenable or an Observable, because a promise per change
 * would cost fifty times as much as the call (PF18).
 *
 * @returns an Observable that completes when the handler's work has completed; the Observable reports an error of the work, and
 * never errors
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

/** Calls the handler's `onError`. Without `onError`, RxJS reports the error as unhandled. */
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
