import { concat, defer, type Observable, of } from 'rxjs';
import { workWithin } from '../time-budget.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { yamlReading } from './parse-yaml.ts';
import { isYaml, textOf } from './read-body.ts';
import type { ApiRequest } from './request.ts';

/**
 * The request with its long body in YAML as JSON, which is YAML too and is read at once. It is read in slices, so that other
 * requests are answered meanwhile. A body that cannot be read stays as it is, up to where reading it fails.
 *
 * @param limit - of the bodies that are being read at the same time, because their syntax trees stay in memory
 */
export function yamlInSlices<R extends ApiRequest>(request: R, limit: ConcurrencyLimit): Observable<R> {
  const { time } = request;
  if (time === undefined || request.body.length < long || !isYaml(request)) return of(request);
  const reading$ = defer(() => {
    let read = request;
    let reading: Generator<void, unknown> | undefined;
    const work = (leaveOff: () => boolean): boolean => {
      try {
        reading ??= yamlReading(textOf(request.body));
        for (let step = reading.next(); ; step = reading.next()) {
          if (step.done === true) {
            read = { ...request, body: JSON.stringify(step.value) };
            return true;
          }
          if (leaveOff()) return false;
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        read = { ...request, unreadable: error };
        return true;
      }
    };
    return concat(
      workWithin(time, work),
      defer(() => of(read)),
    );
  });
  return limit.run(time.client, reading$);
}

/** Characters or bytes; less is read within 50 ms. */
const long = 32_768;
