import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { bounded } from '../schema/bounded.ts';
import { compilePattern, PatternError } from '../schema/pattern.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/** The error messages of invalid patterns, by pattern. The messages are the messages of Go's package `regexp`. */
export type PatternProblems = ReadonlyMap<string, string>;

/**
 * Compiles each pattern in the schemas of a CRD once. All patterns of the CRD share one time limit.
 *
 * @throws Refusal 400 if the compilation takes too long
 */
export function patternProblems(schemas: readonly Json[]): PatternProblems {
  return bounded(
    () =>
      new Map(
        [...patternsIn(schemas)].flatMap((pattern) => {
          const problem = problemOf(pattern);
          return problem === undefined ? [] : [[pattern, problem]];
        }),
      ),
  );
}

/** Returns the error of the `pattern` of one schema. */
export function patternErrors(
  { pattern }: Json,
  path: string,
  problems: PatternProblems,
): readonly FieldError[] {
  const problem = typeof pattern === 'string' ? problems.get(pattern) : undefined;
  const words = `must be a valid regular expression, but isn't: ${problem}`;
  return problem === undefined ? [] : [fieldInvalid(`${path}.pattern`, pattern, words)];
}

function patternsIn(schemas: readonly Json[]): ReadonlySet<string> {
  const found = new Set<string>();
  const left: unknown[] = [...schemas];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isRecord(value) && typeof value['pattern'] === 'string') found.add(value['pattern']);
    if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value) as readonly unknown[]) {
        if (inner !== undefined) left.push(inner);
      }
    }
  }
  return found;
}

function problemOf(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}
