import { concatMap, filter, map, type OperatorFunction } from 'rxjs';
import { timeSliced } from '../scheduling/index.ts';

/**
 * Maps each value, as `map` does, with a function `project` that may take many ms. After a long call of `project`, the
 * event loop runs before the result is emitted.
 */
export function mapInSlices<T, R>(project: (value: T) => R): OperatorFunction<T, R> {
  return concatMap((value) =>
    timeSliced(function* () {
      const result = project(value);
      yield; // lets the event loop run if `project` took long
      yield { result };
    }).pipe(
      filter((one) => one !== undefined),
      map(({ result }) => result),
    ),
  );
}
