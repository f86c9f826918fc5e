import { differences } from './differences.ts';
import { draw } from './draw.ts';
import type { Emission } from './emissions-of.ts';
import { type Legend, legendOf } from './legend.ts';
import type { Verdict } from './marble-assertion-error.ts';
import { show } from './show.ts';

type Differ = (received: unknown, expected: unknown) => readonly string[];

/**
 * Compares received emissions with expected emissions. The message shows two diagrams and the first
 * difference. `differ` compares two values.
 */
export function compareEmissions(
  received: readonly Emission<unknown>[],
  expected: readonly Emission<unknown>[],
  values: Readonly<Record<string, unknown>> = {},
  differ: Differ = differences,
): Verdict {
  const legend = legendOf(
    values,
    (value, named) => Object.is(value, named) || differ(value, named).length === 0,
  );
  // The code searches the difference before it draws the diagrams. So thousands of equal values are compared
  // only once.
  const at = firstDifference(received, expected, differ);
  const drawn = (emissions: readonly Emission<unknown>[]): string => draw(emissions, legend.letterOf);
  const explained = (title: string, detail: () => readonly string[]): string => {
    const both = [`expected  ${drawn(expected) || nothing}`, `received  ${drawn(received) || nothing}`];
    return [title, '', ...both, '', ...detail(), ...legend.lines()].join('\n').trimEnd();
  };
  if (at === undefined) {
    const message = () => explained('the marbles are equal, and should differ', () => []);
    return { pass: true, actual: '', expected: '', message };
  }
  const detail = () => [...explainedAt(received[at], expected[at], legend, differ), ''];
  const message = explained('the marbles are not as expected', detail);
  return { pass: false, actual: drawn(received), expected: drawn(expected), message: () => message };
}

const nothing = '(nothing)';

function firstDifference(
  received: readonly Emission<unknown>[],
  expected: readonly Emission<unknown>[],
  differ: Differ,
): number | undefined {
  for (let at = 0; at < Math.max(received.length, expected.length); at++) {
    const [came, wanted] = [received[at], expected[at]];
    const detail = came && wanted && notificationsDiffer(came, wanted, differ);
    if (came?.frame !== wanted?.frame || detail?.length !== 0) return at;
  }
  return undefined;
}

function explainedAt(
  came: Emission<unknown> | undefined,
  wanted: Emission<unknown> | undefined,
  legend: Legend,
  differ: Differ,
): readonly string[] {
  const frame = Math.min(came?.frame ?? Infinity, wanted?.frame ?? Infinity);
  const sign = (one: Emission<unknown> | undefined): string =>
    one === undefined ? 'nothing more' : one.frame > frame ? 'nothing' : signOf(one, legend);
  const areAlike = came?.notification.kind === wanted?.notification.kind && came?.frame === wanted?.frame;
  const detail = areAlike && came && wanted ? notificationsDiffer(came, wanted, differ) : [];
  // For values without members, the first line after the diagrams already shows the difference.
  const more = detail.filter((line) => !line.startsWith('expected '));
  return [
    `at ${frame} ms: expected ${sign(wanted)}, received ${sign(came)}`,
    ...more.map((line) => `  ${line}`),
  ];
}

function signOf({ notification }: Emission<unknown>, { letterOf }: Legend): string {
  if (notification.kind === 'C') return '| (completed)';
  if (notification.kind === 'E') return `# (${show(notification.error)})`;
  const letter = letterOf(notification.value);
  return letter === notification.value ? letter : `${letter} (${show(notification.value)})`;
}

function notificationsDiffer(
  { notification: came }: Emission<unknown>,
  { notification: wanted }: Emission<unknown>,
  differ: Differ,
): readonly string[] {
  if (came.kind === 'N' && wanted.kind === 'N') return differ(came.value, wanted.value);
  if (came.kind === 'E' && wanted.kind === 'E') return differences(came.error, wanted.error);
  return came.kind === wanted.kind ? [] : ['of another kind'];
}
