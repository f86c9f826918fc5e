import { defer, type Observable } from 'rxjs';
import {
  aFunction,
  anObject,
  checkArgument,
  checkOptions,
  type KubeObject,
  type Rule,
} from '../../objects/index.ts';
import { aListerWatcher, type ListerWatcher, type ListPage, type WatchEvent } from '../../source/index.ts';
import type { Fault } from './fault.ts';

/** RxJS operators that change the answers of a ListerWatcher: one for lists, and one for watches. */
export interface FaultOperators<T extends KubeObject> {
  /** An operator that is applied to every list. */
  readonly list?: (pages$: Observable<ListPage<T>>) => Observable<ListPage<T>>;
  /**
   * An operator that is applied to every watch. `index` counts the watches from 0. A streaming list counts as
   * a watch.
   */
  readonly watch?: (events$: Observable<WatchEvent<T>>, index: number) => Observable<WatchEvent<T>>;
}

/**
 * Returns a source with faults. The first fault in the arguments is nearest to the source. A fault counts
 * only the requests that it receives from the later faults.
 *
 * For a fault that this package does not have, pass operators (`take`, `delay`, `concatWith(throwError(…))`) for the
 * lists and the watches.
 *
 * @throws OptionsError for an argument that is not a source or not a fault
 *
 * @example
 * ```ts
 * const bad = withFaults(source, dropConnection({ on: 'watch', after: 3 }), expire({ on: 'watch', nth: 2 }));
 * const short = withFaults(source, {
 *   watch: (events$, index) => (index === 0 ? events$.pipe(take(3)) : events$),
 * });
 * ```
 */
export function withFaults<T extends KubeObject>(
  source: ListerWatcher<T>,
  ...faults: readonly (Fault | FaultOperators<T>)[]
): ListerWatcher<T> {
  checkArgument('withFaults: source', source, aListerWatcher);
  for (const fault of faults) {
    checkArgument('withFaults: fault', fault, aFault);
    if (typeof fault !== 'function') checkOptions('withFaults', fault, { list: aFunction, watch: aFunction });
  }
  const faulty = faults.reduce<ListerWatcher<T>>(
    (inner, fault) => (typeof fault === 'function' ? fault(inner) : withOperators(inner, fault)),
    source,
  );
  return source.origin$ === undefined ? faulty : { ...faulty, origin$: source.origin$ };
}

const aFault: Rule = {
  allowed: "a fault, such as expire({ on: 'watch' }), or operators: { list?, watch? }",
  test: (given) => aFunction.test(given) || anObject.test(given),
};

function withOperators<T extends KubeObject>(
  source: ListerWatcher<T>,
  operators: FaultOperators<T>,
): ListerWatcher<T> {
  let watches = 0;
  return {
    list: (options, { onIncident, checkServed } = {}) => {
      const pages$ = source.list(options, { onIncident, checkServed });
      return operators.list === undefined ? pages$ : operators.list(pages$);
    },
    watch: (options, { onIncident, checkServed } = {}) =>
      defer(() => {
        const events$ = source.watch(options, { onIncident, checkServed });
        return operators.watch === undefined ? events$ : operators.watch(events$, watches++);
      }),
  };
}
