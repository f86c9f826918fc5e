import { anObject, checkArgument } from '../../objects/index.ts';
import { draw } from './draw.ts';
import type { Emissions } from './emissions-of.ts';
import { legendOf } from './legend.ts';
import { show } from './show.ts';
import { someEmissions } from './some-emissions.ts';

/**
 * What came, as a diagram, and below it what the letters stand for. The first line is in the syntax of
 * `TestScheduler.run` and can be pasted into a spec.
 *
 * Equal values have one letter; those of the dictionary the reader's, and no line of their own; past 52 different values
 * each is `?`. What comes so soon after a group that the syntax has no place for it stands behind its time: `(abc) [3ms]d`.
 *
 * @throws OptionsError for what `emissionsOf` did not give
 *
 * @example
 * ```ts
 * const seen = marbleScheduler().run(() => emissionsOf(pods.changes(), '^ 5s !'));
 * console.log(marblesOf(seen));
 * // --a 998ms b
 * // a = added shop/web@3 initial
 * // b = deleted shop/web@7 watch
 * ```
 */
export function marblesOf(seen: Emissions<unknown>, values: Readonly<Record<string, unknown>> = {}): string {
  checkArgument('marblesOf: seen', seen, someEmissions);
  checkArgument('marblesOf: values', values, anObject);
  const legend = legendOf(values);
  const line = draw(seen.emissions, legend.letterOf);
  const failed = seen.emissions.flatMap(({ notification }) =>
    notification.kind === 'E' ? [`# = ${show(notification.error)}`] : [],
  );
  return [line, ...legend.lines(), ...failed].join('\n');
}
