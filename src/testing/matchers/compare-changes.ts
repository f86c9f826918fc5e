import { anObject, checkArgument, type Rule } from '../../objects/index.ts';
import { compareEmissions } from '../marbles/compare-emissions.ts';
import type { Emissions } from '../marbles/emissions-of.ts';
import type { Verdict } from '../marbles/marble-assertion-error.ts';
import { parseEmissions } from '../marbles/parse.ts';
import { show } from '../marbles/show.ts';
import { someEmissions } from '../marbles/some-emissions.ts';
import { type ChangePattern, differencesFrom, showPattern } from './change-pattern.ts';
import { lineDiff } from './line-diff.ts';

/** As a list: which changes, in which order. As a diagram: also when. */
export type ExpectedChanges = string | readonly ChangePattern[];

const someChanges: Rule = {
  allowed: 'a diagram with its dictionary, or a list of changes: [`added shop/web`]',
  test: (given) => typeof given === 'string' || Array.isArray(given),
};

/** See `assertChanges`. */
export function compareChanges(
  seen: unknown,
  expected: ExpectedChanges,
  values?: Readonly<Record<string, ChangePattern>>,
): Verdict {
  checkArgument('changes: seen', seen, someEmissions);
  checkArgument('changes: expected', expected, someChanges);
  const { emissions, values: changes } = seen as Emissions<unknown>;
  if (typeof expected !== 'string') return compareInOrder(changes, expected);
  checkArgument('changes: values', values, anObject);
  const wanted = parseEmissions('changes', expected, values, undefined);
  return compareEmissions(emissions, wanted, values, (change, pattern) =>
    Object.is(change, pattern) ? [] : differencesFrom(change, pattern as ChangePattern),
  );
}

function compareInOrder(changes: readonly unknown[], expected: readonly ChangePattern[]): Verdict {
  const isSame = (change: unknown, pattern: ChangePattern): boolean =>
    differencesFrom(change, pattern).length === 0;
  const lines = lineDiff(changes, expected, isSame);
  const pass = lines.every((line) => 'received' in line && 'expected' in line);
  const drawn = lines.map((line) => {
    if (!('received' in line)) return `- ${showPattern(line.expected)}`;
    return `${'expected' in line ? ' ' : '+'} ${show(line.received)}`;
  });
  const title = pass
    ? 'these changes were not expected'
    : 'the changes are not as expected (- expected, + received)';
  return {
    pass,
    message: () => [title, '', ...(drawn.length === 0 ? ['  none'] : drawn)].join('\n'),
    actual: changes.map(show).join('\n'),
    expected: expected.map(showPattern).join('\n'),
  };
}
