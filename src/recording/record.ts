import { asyncScheduler, defer, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { aBoolean, aFunction, aString, checkArgument, checkOptions } from '../objects/index.ts';
import { createLineWriter } from './machine/line-writer.ts';

/** The options of `record`. */
export interface RecordOptions {
  /**
   * A name for the recorded stream, which is one stage of the pipeline. `replay` finds the values by this
   * name. Default: 'values'.
   */
  readonly stage?: string;
  /** Whether the recording contains the data of Secrets. Default false. */
  readonly keepSecrets?: boolean;
}

/**
 * Records a stream: writes each value, and the completion or the error, as one line. A line contains the
 * time, the name of the stage and the value as JSON. The operator emits all notifications unchanged.
 *
 * Each subscription first writes a header line. Values have to be plain data, and `replay` returns the values
 * unchanged. A value that JSON cannot represent (a `Map`, a `Date`, bytes, `NaN`, a function) ends the stream with a
 * `RecordingError` that contains the path to the value. An error of `write` also ends the stream with a
 * `RecordingError`. The recording omits members that are `undefined`, or whose name is a symbol. For an error at any
 * depth, the recording contains the members of the error. No response of a server ends the stream: an infinite number
 * (`1e400` in JSON) is replayed unchanged, and a value that is nested deeper than 512 levels is replayed as `null`.
 *
 * The recording omits the data of Secrets. The operator recognises a Secret by its kind. In a list, the
 * operator recognises a Secret by `type` together with `data`.
 *
 * - The type and the metadata of a Secret are kept, without the values of annotations, the names of managed fields, and
 *   labels that contain a value of the Secret. No label is kept if one object needs more than 2^27 comparisons. The
 *   number of comparisons is the number of characters of the labels and of the names of annotations, times the number
 *   of characters of the values, plus 2,048 for each value.
 * - A text that contains a Secret as JSON is cleaned. A text that contains a Secret as YAML, or among other words, is
 *   emptied.
 * - To find Secrets in the texts of one object, `record` reads at most 2 Mi characters, 131,072 values, 16,384
 *   different keys and 500 levels. A key counts as 6 values if no earlier object begins with the same keys in the same
 *   order. A text counts as 8 values. Further texts that can contain a Secret are emptied.
 * - All other data is kept: a password in a ConfigMap or an environment variable; names; an object without data and
 *   kind, such as metadata alone. Some Secrets in texts are kept: a Secret in base64, a patch of a Secret, a Secret
 *   that Go printed, and a Secret in YAML whose kind is an alias, follows a comment or is a folded text.
 *
 * @param write - called with each line, without the line end
 * @throws OptionsError for an unknown option, or a value that an option does not allow
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

/** The default of the option `stage` of `record` and `replay`. */
export const defaultStage = 'values';
