import { anObject, checkArgument } from '../../objects/index.ts';
import { draw } from './draw.ts';
import type { Emissions } from './emissions-of.ts';
import { legendOf } from './legend.ts';
import { show } from './show.ts';
import { someEmissions } from './some-emissions.ts';

/**
 * Returns recorded emissions as a diagram, followed by the values of the letters. The first line is in the syntax of
 * `TestScheduler.run` and can be pasted into a spec.
 *
 * Equal values have the same letter. `values` can decide the letter of a value; the list below the diagram
 * then does not contain the value. After 52 different values, each further value is `?`. In the diagram, a
 * group such as `(abc)` occupies one frame for each of its characters. The syntax cannot express another
 * emission in these frames. Instead, the diagram shows the time of that emission in brackets before the
 * emission: `(abc) [3ms]d`.
 *
 * @throws OptionsError for an argument that is not the result of `emissionsOf`
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
