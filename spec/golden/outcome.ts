import { OptionsError } from '../../src/objects/index.ts';
import type { Comparison } from './topic.ts';
import type { GoldenCase } from './golden-file.ts';

/**
 * Compares the answer of a pure function: all fields of the case but its inputs. Error texts are Go's, so of an error
 * only that there is one.
 *
 * @param inputs - the fields that are not wanted but given
 * @param answer - what the library says; an `OptionsError` is its error
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
