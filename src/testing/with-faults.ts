import { defer, type Observable } from 'rxjs';
import { aFunction, checkArgument, checkOptions, type KubeObject } from '../objects/index.ts';
import { aListerWatcher, type ListerWatcher, type ListPage, type WatchEvent } from '../source/index.ts';

/** Operators to put on the requests of a source. */
export interface Faults<T extends KubeObject> {
  /** For every list. */
  readonly list?: (pages$: Observable<ListPage<T>>) => Observable<ListPage<T>>;
  /** `nth` counts the watches from 0; a streamed list is one of them. */
  readonly watch?: (events$: Observable<WatchEvent<T>>, nth: number) => Observable<WatchEvent<T>>;
}

/**
 * Puts operators (stock ones: `take`, `delay`, `concatWith(throwError(…))`) on the lists and on the n-th watch of a
 * source.
 *
 * @example
 * ```ts
 * const flaky = withFaults(source, { watch: (events$, nth) => (nth === 0 ? events$.pipe(take(3)) : events$) });
 * ```
 */
export function withFaults<T extends KubeObject>(
  source: ListerWatcher<T>,
  faults: Faults<T>,
): ListerWatcher<T> {
  checkArgument('withFaults: source', source, aListerWatcher);
  checkOptions('withFaults', faults, { list: aFunction, watch: aFunction });
  let watches = 0;
  return {
    list: (options, { onIncident } = {}) => {
      const pages$ = source.list(options, { onIncident });
      return faults.list === undefined ? pages$ : faults.list(pages$);
    },
    watch: (options, { onIncident } = {}) =>
      defer(() => {
        const events$ = source.watch(options, { onIncident });
        return faults.watch === undefined ? events$ : faults.watch(events$, watches++);
      }),
  };
}
