import { OptionsError } from '../../src/objects/index.ts';
import type { Comparison } from './topic.ts';
import type { GoldenCase } from './golden-file.ts';

/**
 * Compares the result of a pure function with all fields of the test case except the inputs. The recorded errors have
 * the texts of Go, so the comparison checks only whether there is an error.
 *
 * @param inputs - the names of the fields that are inputs
 * @param answer - returns the result of the library; if it throws an `OptionsError`, the result is an error
 */
export function outcome(
  golden: GoldenCase,
  inputs: readonly string[],
  answer: () => Readonly<Record<string, unknown>>,
): readonly Comparison[] {
  const wanted = Object.entries(golden).filter(([field]) => field !== 'seed' && !inputs.includes(field));
  const want = Object.fromEntries(wanted.map(([field, value]) => [field, field === 'err' ? isError : value]));
  const where = inputs.map((field) => JSON.stringify(golden[field])).join(' ');
  return [{ where, want, got: orError(answer) }];
}

const isError = 'an error';

function orError(answer: () => Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    return answer();
  } catch (error) {
    if (error instanceof OptionsError) return { err: isError };
    throw error;
  }
}
