import { aFunction, checkArgument, type KubeObject } from '../../objects/index.ts';
import { aListerWatcher, type ListerWatcher } from '../../source/index.ts';
import type { Fault } from './fault.ts';

/**
 * A source with faults on it. The first is nearest to the source; each counts the requests that reach it, which those
 * after it have let through.
 *
 * @throws OptionsError for what is no source or no fault
 *
 * @example
 * ```ts
 * const bad = faulty(source, dropConnection({ on: 'watch', after: 3 }), expire({ on: 'watch', nth: 2 }));
 * const pods = informer(bad);
 * ```
 */
export function faulty<T extends KubeObject>(
  source: ListerWatcher<T>,
  ...faults: readonly Fault[]
): ListerWatcher<T> {
  checkArgument('faulty: source', source, aListerWatcher);
  for (const fault of faults) checkArgument('faulty: faults', fault, aFunction);
  return faults.reduce((worse, fault) => fault(worse), source);
}
