import { asyncScheduler, defer, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { aBoolean, aFunction, aString, checkArgument, checkOptions } from '../objects/index.ts';
import { createLineWriter } from './machine/line-writer.ts';

/** How a stage is recorded. */
export interface RecordOptions {
  /** What `replay` finds it by. Default 'values'. */
  readonly stage?: string;
  /** Default false: the data of Secrets is taken out. */
  readonly keepSecrets?: boolean;
}

/**
 * Writes each value as one line (time, stage, JSON), and the end or the error, and lets all of it pass.
 *
 * The first line is a header, for each subscription anew. Values are plain data, and come back as they were: what JSON
 * cannot say (a `Map`, a `Date`, bytes, `NaN`, a function) ends the stream with a `RecordingError` that names where it
 * stands, and so does a `write` that throws. Members that are `undefined` or under symbols are left out; an error,
 * however deep it stands, is kept by its facts. No answer of a server ends the stream: an infinite number, which JSON
 * spells `1e400`, comes back as it was, and what is nested deeper than 512 levels comes back as `null`.
 *
 * Secrets are left out. One is recognised by its kind, or by `type` beside `data` in a list.
 *
 * - Of it there stay type and metadata, without values of annotations, names of fields, and labels in which one of its values
 *   stands. No label stays where the comparisons for one object are too many: the characters of labels times those of values,
 *   and 2,048 for each value, are more than 2^27.
 * - A text in which one stands as JSON is cleaned, and emptied where it is YAML or stands among other words.
 * - For that, 2 Mi characters of the texts of an object are read, 131,072 values (a key in a new order counts as 6, a text as 8),
 *   16,384 different keys and 500 levels. A further text that may hold a Secret is emptied.
 * - All else is kept: a password in a ConfigMap or an environment variable; names; in texts a Secret in base64, as a patch, as Go
 *   prints it, or in YAML that says its kind by an alias, behind a comment or as a folded text; what has no data and does not say
 *   that it is a Secret, as metadata alone.
 *
 * @param write - takes a line without its end
 * @throws OptionsError for an option that is none
 *
 * @example
 * ```ts
 * const lines: string[] = [];
 * reflect(source)
 *   .pipe(record((line) => lines.push(line), { stage: 'reflected' }))
 *   .subscribe();
 * ```
 */
export function record<V>(
  write: (line: string) => void,
  options: RecordOptions = {},
): MonoTypeOperatorFunction<V> {
  checkArgument('record: write', write, aFunction);
  checkOptions('record', options, { stage: aString, keepSecrets: aBoolean });
  const { stage = defaultStage, keepSecrets = false } = options;

  return (source$) =>
    defer(() => {
      const writer = createLineWriter(write, { keepSecrets });
      const now = (): number => asyncScheduler.now();
      writer.begin(now());
      return source$.pipe(
        tap({
          next: (value) => writer.next(now(), stage, value),
          error: (error: unknown) => writer.error(now(), stage, error),
          complete: () => writer.complete(now(), stage),
        }),
      );
    });
}

/** Of `record` and `replay`. */
export const defaultStage = 'values';
