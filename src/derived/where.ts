import { anInformer } from '../views/index.ts';
import type { Informer } from '../informer/index.ts';
import {
  aFunction,
  anObject,
  checkArgument,
  checkOptions,
  HandlerError,
  type KubeObject,
  milliseconds,
  uidOf,
} from '../objects/index.ts';
import { isSameObject } from '../rows/index.ts';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import { identityOf, type Indexers } from '../store/index.ts';
import { derivedInformer, derivedInput, type InputInformer } from './derived-informer.ts';

/** The options of a derived informer: of `where` and of `join`. */
export interface DerivedOptions<Row, Index extends string = string> {
  /** Index functions of the rows, by their names. */
  readonly indexers?: Indexers<Row, Index>;
  /**
   * Called with each error that a function of the program throws. The row is then left out. Default: RxJS reports
   * the error as unhandled, which ends a Node process.
   */
  readonly onError?: (error: HandlerError) => void;
  /**
   * The time in ms for which the informer continues after its last subscriber has unsubscribed. Default: 1,000, as
   * for `informer`.
   */
  readonly resetDelay?: number;
}

/**
 * Creates an informer of the objects of another informer that pass a predicate. It has the same methods as the
 * other informer, and it sends no request: all derived informers share the list and the watch of the other one.
 *
 * An object that begins to pass is `added`. An object that passes no longer is `deleted`, with `cause: 'scope'`. The
 * derived informer runs while it has a subscriber, and keeps the other informer running for that time. It ends with the
 * error or the completion of the other informer. An event costs one call of the predicate.
 *
 * The derived informer holds the same objects, not copies. If the other informer has a `compact()` store, the derived
 * informer holds the decoded objects that pass.
 *
 * @param predicate - must be pure. If it throws, the object does not pass, and `onError` gets the error
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const pending = where(pods, (pod) => pod.status?.phase === 'Pending');
 * pending.changes().subscribe(({ type, key }) => console.log(type, key));
 * ```
 */
export function where<T extends KubeObject, Index extends string = never>(
  informer: InputInformer<T>,
  predicate: (object: T) => boolean,
  options: DerivedOptions<T, Index> = {},
): Informer<T, Index> {
  checkArgument('where: informer', informer, anInformer);
  checkArgument('where: predicate', predicate, aFunction);
  checkDerivedOptions('where', options);
  const { indexers, onError, resetDelay } = options;
  const passes = guarded('predicate of where', onError, predicate, false);

  return derivedInformer<T, Index>({
    informers: { input: informer },
    createInputs: () => [
      derivedInput(informer, (change, cause, push) => {
        const { key, object, type } = change;
        const identity = identityOf(change);
        if (type === 'deleted') {
          const { finalStateKnown } = change;
          push({ identity, row: undefined, last: object, finalStateKnown, cause });
        } else if (passes(key, object)) push({ identity, row: object, cause });
        else push({ identity, row: undefined, cause: 'scope' });
      }),
    ],
    uidOf,
    isSame: isSameObject,
    indexers,
    onError,
    resetDelay,
  });
}

/** @throws OptionsError for an option that is not allowed */
export function checkDerivedOptions(
  of: string,
  options: object,
  more: Parameters<typeof checkOptions>[2] = {},
): void {
  checkOptions(of, options, {
    indexers: anObject,
    onError: aFunction,
    resetDelay: milliseconds(0),
    ...more,
  });
}

/** Returns a function that calls a function of the program. If that function throws, the result is `otherwise`. */
export function guarded<A extends readonly unknown[], R, O>(
  name: string,
  onError: ((error: HandlerError) => void) | undefined,
  func: (...args: A) => R,
  otherwise: O,
): (key: string, ...args: A) => R | O {
  return (key, ...args) => {
    try {
      return func(...args);
    } catch (error) {
      runGuarded(() => (onError ?? reportUnhandledError)(new HandlerError(name, key, error)));
      return otherwise;
    }
  };
}
