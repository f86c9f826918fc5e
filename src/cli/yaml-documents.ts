import { filter, map, type Observable } from 'rxjs';
import { pause, type YamlOptions, yamlSteps } from '../yaml/index.ts';
import { timeSliced } from '../scheduling/index.ts';

/**
 * Emits the documents of a YAML text as JSON values. Reads the text in time slices, so that SIGINT can end
 * the command during the work. The work does not pause within one document.
 *
 * Errors with a `YamlError`.
 */
export const yamlDocuments = (text: string, options: YamlOptions): Observable<unknown> =>
  timeSliced(() => yamlSteps(text, options)).pipe(
    filter((step) => step !== pause),
    map(({ document }) => document),
  );
