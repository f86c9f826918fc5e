import { concatMap, filter, map, type OperatorFunction } from 'rxjs';
import { timeSliced } from '../scheduling/index.ts';

/** As `map`, for what may take many ms: the event loop turns before what comes of a long call is worked on. */
export function mapInSlices<T, R>(project: (value: T) => R): OperatorFunction<T, R> {
  return concatMap((value) =>
    timeSliced(function* () {
      const result = project(value);
      yield; // its slice is over where it took long
      yield { result };
    }).pipe(
      filter((one) => one !== undefined),
      map(({ result }) => result),
    ),
  );
}
