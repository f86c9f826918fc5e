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
 * The first line is a header, for each subscription anew. Values are plain data; an error that is one, or a member of one
 * as in a status, is kept by its facts. Secrets lose `data` and `stringData`, also in annotations and managedFields, and
 * whatever else may repeat them; what other objects hold is kept, a password in a ConfigMap too. A value that JSON cannot
 * say, and a `write` that throws, ends the stream with a `RecordingError`.
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
