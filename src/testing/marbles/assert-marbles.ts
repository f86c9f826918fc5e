import { checkArgument } from '../../objects/index.ts';
import { compareEmissions } from './compare-emissions.ts';
import { someEmissions } from './some-emissions.ts';
import type { Emissions } from './emissions-of.ts';
import { enforce, withHint } from './marble-assertion-error.ts';
import { parseEmissions } from './parse.ts';

/**
 * Compares recorded emissions with a diagram in the syntax of `TestScheduler.run`. The function needs no test runner.
 *
 * Values are compared deeply. An absent member equals `undefined`. A value in `values` may be an asymmetric
 * matcher (`expect.objectContaining(…)`).
 *
 * @param values - the values of the letters. If `values` is absent, the value of each letter is the letter
 * itself
 * @param error - the error for `#`
 *
 * @throws MarbleAssertionError with both diagrams, the first difference and the values of the letters
 * @throws OptionsError for a diagram with a letter that is not in `values`
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
