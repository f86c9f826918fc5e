import { filter, map, type Observable } from 'rxjs';
import { pause, type YamlOptions, yamlSteps } from '../yaml/index.ts';
import { timeSliced } from '../scheduling/index.ts';

/**
 * Emits the documents of a YAML text as JSON values, read in slices: the command ends on SIGINT meanwhile. One document is
 * composed in one piece.
 *
 * Errors with a `YamlError`.
 */
export const yamlDocuments = (text: string, options: YamlOptions): Observable<unknown> =>
  timeSliced(() => yamlSteps(text, options)).pipe(
    filter((step) => step !== pause),
    map(({ document }) => document),
  );
