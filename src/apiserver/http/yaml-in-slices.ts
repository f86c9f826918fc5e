import { concat, defer, type Observable, of } from 'rxjs';
import { workWithin } from '../time-budget.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { yamlReading } from './parse-yaml.ts';
import { isYaml, textOf, yamlOptions } from './read-body.ts';
import type { ApiRequest } from './request.ts';

/**
 * Parses a long YAML body in several short time slices, so that the server can answer other requests between the time
 * slices. Emits the request with the body as JSON, because JSON is valid YAML and fast to parse. If the parsing fails,
 * the function emits the request with the original body and the error. The handler of the request then reports the
 * error.
 *
 * @param limit - the limit for the bodies that the server parses at the same time, because the syntax trees stay in
 * memory
 */
export function yamlInSlices<R extends ApiRequest>(request: R, limit: ConcurrencyLimit): Observable<R> {
  const { time } = request;
  if (time === undefined || request.body.length < long || !isYaml(request)) return of(request);
  const reading$ = defer(() => {
    let read = request;
    let reading: Generator<void, unknown> | undefined;
    const work = (leaveOff: () => boolean): boolean => {
      try {
        reading ??= yamlReading(textOf(request.body), yamlOptions(request));
        for (let step = reading.next(); ; step = reading.next()) {
          if (step.done === true) {
            read = { ...request, body: asYaml(step.value) };
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

/** The minimum length of a long body, in characters or bytes. The server parses a shorter body within 50 ms. */
const long = 32_768;

/**
 * Returns a value as JSON that is also YAML: the control characters that JSON allows are escaped. `yamlReading` has
 * refused the values that JSON cannot represent: NaN and infinite numbers, and lone surrogates.
 */
const asYaml = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
