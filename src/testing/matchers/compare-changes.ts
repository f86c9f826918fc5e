import { anObject, checkArgument, type Rule } from '../../objects/index.ts';
import { compareEmissions } from '../marbles/compare-emissions.ts';
import type { Emissions } from '../marbles/emissions-of.ts';
import { type Verdict, withHint } from '../marbles/marble-assertion-error.ts';
import { parseEmissions } from '../marbles/parse.ts';
import { show } from '../marbles/show.ts';
import { someEmissions } from '../marbles/some-emissions.ts';
import { type ChangePattern, differencesFrom, matcherOf, showPattern } from './change-pattern.ts';
import { type DiffLine, isBoth, lineDiff } from './line-diff.ts';

/** The expected changes. A list checks the order of the changes, and a diagram also checks their times. */
export type ExpectedChanges = string | readonly ChangePattern[];

const someChanges: Rule = {
  allowed: 'a diagram with its dictionary, or a list of changes: [`added shop/web`]',
  test: (given) => typeof given === 'string' || Array.isArray(given),
};

/** Compares changes for `assertChanges`. */
export function compareChanges(
  seen: unknown,
  expected: ExpectedChanges,
  values?: Readonly<Record<string, ChangePattern>>,
): Verdict {
  checkArgument('changes: seen', seen, someEmissions);
  checkArgument('changes: expected', expected, someChanges);
  const recorded = seen as Emissions<unknown>;
  const { emissions, values: changes } = recorded;
  if (typeof expected !== 'string') return withHint(compareInOrder(changes, expected), recorded);
  checkArgument('changes: values', values, anObject);
  const wanted = parseEmissions('changes', expected, values, undefined);
  const verdict = compareEmissions(emissions, wanted, values, (change, pattern) =>
    Object.is(change, pattern) ? [] : differencesFrom(change, pattern as ChangePattern),
  );
  return withHint(verdict, recorded);
}

function compareInOrder(changes: readonly unknown[], expected: readonly ChangePattern[]): Verdict {
  const matchers = expected.map((pattern) => ({ pattern, matches: matcherOf(pattern) }));
  const lines = lineDiff(changes, matchers, (change, { matches }) => matches(change));
  const pass = lines.every(isBoth);
  const title = pass
    ? 'these changes were not expected'
    : 'the changes are not as expected (- expected, + received)';
  return {
    pass,
    message: () => [title, '', ...(lines.length === 0 ? ['  none'] : drawn(lines))].join('\n'),
    actual: pass ? '' : changes.map(show).join('\n'),
    expected: pass ? '' : expected.map(showPattern).join('\n'),
  };
}

type Line = DiffLine<unknown, { readonly pattern: ChangePattern }>;

/** The maximum number of lines of a failure message. */
const maxLines = 100;
/** The number of matching lines that are shown before and after each difference. */
const around = 3;

function drawn(lines: readonly Line[]): readonly string[] {
  const odd = lines.flatMap((line, at) => (isBoth(line) ? [] : [at]));
  const near = new Set(
    odd.flatMap((at) => Array.from({ length: 2 * around + 1 }, (_, by) => at - around + by)),
  );
  const text: string[] = [];
  let [skipped, at] = [0, 0];
  const pushSkipped = (): void => {
    if (skipped > 0) text.push(`  … ${skipped} more as expected`);
    skipped = 0;
  };
  for (; at < lines.length && text.length < maxLines; at++) {
    if (odd.length > 0 && !near.has(at)) {
      skipped++;
      continue;
    }
    pushSkipped();
    text.push(drawnLine(lines[at] ?? {}));
  }
  pushSkipped();
  if (at < lines.length) text.push(`… and ${lines.length - at} lines more`);
  return text;
}

function drawnLine(line: Line): string {
  if (!('received' in line)) return `- ${showPattern(line.expected?.pattern)}`;
  return `${'expected' in line ? ' ' : '+'} ${show(line.received)}`;
}
