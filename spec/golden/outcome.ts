import { OptionsError } from '../../src/objects/index.ts';
import type { Comparison } from './topic.ts';
import type { GoldenCase } from './golden-file.ts';

/**
 * Compares the result of a pure function with all fields of the case except its inputs. Error texts are those of Go, so
 * only the presence of an error is compared.
 *
 * @param inputs - the fields that are inputs
 * @param answer - returns the result of the library; an `OptionsError` is its error
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
