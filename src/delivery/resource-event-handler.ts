import { HandlerError, isThenable, type ObjectKey, type Rule } from '../objects/index.ts';
import { aFunction, anObject } from '../objects/index.ts';
import { catchError, defer, EMPTY, from, ignoreElements, isObservable, type Observable } from 'rxjs';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { isInitial } from './machine/change-buffer.ts';

/**
 * client-go's `ResourceEventHandler`. Methods that are absent are skipped (B166). A promise or observable that one
 * returns is awaited, to its end, before the next is called.
 */
export interface ResourceEventHandler<T> {
  /** Who is named in an error; default that of its class, or of the first of its functions that has another (B170). */
  readonly name?: string;
  /** `isInInitialList`: of the first list, or of what a latecomer finds (B116, B161). */
  onAdd?(object: T, isInInitialList: boolean): unknown;
  /** A resync, too: then `old === object`. */
  onUpdate?(old: T, object: T): unknown;
  /**
   * `finalStateKnown: false`: a list no longer had the object, or its new state could not be frozen after the transform, so that
   * the object may still exist. `object` is the last state known.
   */
  onDelete?(object: T, finalStateKnown: boolean): unknown;
  /**
   * Hears what the others threw: that change counts as handled, the next one comes (against B152 and B153). Absent:
   * RxJS's unhandled error, as if thrown in `subscribe`.
   */
  onError?(error: HandlerError): void;
}

/** An object whose methods of these names, where it has them, are functions. */
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
 * The name of a handler in an error: its own, that of its class, or that of the first of its functions whose name is not that of
 * the method (B170).
 */
export function nameForHandler<T>(handler: ResourceEventHandler<T>): string | undefined {
  if (typeof handler.name === 'string' && handler.name !== '') return handler.name;
  const { constructor } = handler as { readonly constructor?: unknown };
  // By name: an object of another realm has another Object.
  if (typeof constructor === 'function' && constructor.name !== 'Object' && constructor.name !== '') {
    return constructor.name;
  }
  return (['onAdd', 'onUpdate', 'onDelete'] as const)
    .map((method) => ({ method, name: handler[method]?.name ?? '' }))
    .find(({ method, name }) => name !== '' && name !== method)?.name;
}

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
