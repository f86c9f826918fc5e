import { checkArgument } from '../../objects/index.ts';
import { compareEmissions } from './compare-emissions.ts';
import { someEmissions } from './some-emissions.ts';
import type { Emissions } from './emissions-of.ts';
import { enforce, withHint } from './marble-assertion-error.ts';
import { parseEmissions } from './parse.ts';

/**
 * Compares what came with a diagram, in the syntax of `TestScheduler.run`, in any test runner or none.
 *
 * Values are compared deeply; an absent member is an undefined one, and a value of the dictionary may be an asymmetric
 * matcher (`expect.objectContaining(…)`).
 *
 * @param values - what the letters stand for; without it, for themselves
 * @param error - what `#` stands for
 *
 * @throws MarbleAssertionError with both diagrams, the first difference and what the letters stand for
 * @throws OptionsError for a diagram with a letter that is not in the dictionary
 *
 * @example
 * ```ts
 * const seen = marbleScheduler().run(({ cold }) => emissionsOf(cold('-a-b|').pipe(delay(2))));
 * assertMarbles(seen, '---a-(b|)');
 * ```
 */
export function assertMarbles(
  seen: Emissions<unknown>,
  marbles: string,
  values?: Readonly<Record<string, unknown>>,
  error?: unknown,
): void {
  checkArgument('assertMarbles: seen', seen, someEmissions);
  const expected = parseEmissions('assertMarbles', marbles, values, error);
  enforce(withHint(compareEmissions(seen.emissions, expected, values), seen));
}
