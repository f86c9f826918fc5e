import { HandlerError, isThenable, type ObjectKey, type Rule } from '../objects/index.ts';
import { aFunction, anObject } from '../objects/index.ts';
import { catchError, defer, EMPTY, from, ignoreElements, isObservable, type Observable } from 'rxjs';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { isInitial } from './machine/change-buffer.ts';

/**
 * The callbacks for the changes of objects, as in client-go's `ResourceEventHandler`. Every method is
 * optional (B166). If a method returns a promise or an Observable, the next call waits until the promise or
 * the Observable completes.
 */
export interface ResourceEventHandler<T> {
  /**
   * The name of the handler in errors. Default: the name of the class, or the name of the first function
   * whose name differs from its method (B170).
   */
  readonly name?: string;
  /**
   * Called for each added object. `isInInitialList` is true for an object of the first list, and for the
   * current content that a late subscriber gets (B116, B161).
   */
  onAdd?(object: T, isInInitialList: boolean): unknown;
  /** Called for each update. The method is also called for a resync, with `old === object`. */
  onUpdate?(old: T, object: T): unknown;
  /**
   * Called for each deleted object. `object` is the last known state.
   *
   * `finalStateKnown` is false in two cases. Either a new list did not contain the object, or the library
   * could not freeze the new state of the object after the transform. In the second case the object can still
   * exist in the cluster.
   */
  onDelete?(object: T, finalStateKnown: boolean): unknown;
  /**
   * Receives the errors of the other methods. After an error, the change counts as handled, and the next
   * change follows (unlike B152 and B153). If `onError` is absent, RxJS reports the error as unhandled, like
   * an error that a `subscribe` callback throws.
   */
  onError?(error: HandlerError): void;
}

/** Checks a handler argument: each method has to be a function, or absent. */
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
 * Returns the name of a handler for error messages: the `name` of the handler, or the name of its class.
 * Without both, the function returns the name of the first function whose name differs from its method
 * (B170).
 */
export function nameForHandler<T>(handler: ResourceEventHandler<T>): string | undefined {
  if (typeof handler.name === 'string' && handler.name !== '') return handler.name;
  const { constructor } = handler as { readonly constructor?: unknown };
  // The code compares names of constructors, because an object of another realm has another `Object`.
  if (typeof constructor === 'function' && constructor.name !== 'Object' && constructor.name !== '') {
    return constructor.name;
  }
  return (['onAdd', 'onUpdate', 'onDelete'] as const)
    .map((method) => ({ method, name: handler[method]?.name ?? '' }))
    .find(({ method, name }) => name !== '' && name !== method)?.name;
}

/**
 * Calls a handler with one change. The function waits only if the handler returns a thenable or an
 * Observable. A promise for each change would cost fifty times as much as the call (PF18).
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

/** Calls the `onError` of a handler. If the handler has no `onError`, RxJS reports the error as unhandled. */
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
