import { differences } from './differences.ts';
import { draw } from './draw.ts';
import type { Emission } from './emissions-of.ts';
import { type Legend, legendOf } from './legend.ts';
import type { Verdict } from './marble-assertion-error.ts';
import { show } from './show.ts';

type Differ = (received: unknown, expected: unknown) => readonly string[];

/** Both as diagrams, and the first place where they differ. `differ` compares two values that came. */
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
  const [wanted, came] = [expected, received].map((emissions) => draw(emissions, legend.letterOf));
  const where = firstDifference(received, expected, legend, differ);
  const both = [`expected  ${wanted ?? ''}`, `received  ${came ?? ''}`];
  const explained = (title: string, detail: readonly string[]): string =>
    [title, '', ...both, '', ...detail, ...legend.lines()].join('\n').trimEnd();
  return {
    pass: where === undefined,
    actual: came ?? '',
    expected: wanted ?? '',
    message: () =>
      where === undefined
        ? explained('the marbles are as they should not be', [])
        : explained('the marbles are not as expected', [...where, '']),
  };
}

function firstDifference(
  received: readonly Emission<unknown>[],
  expected: readonly Emission<unknown>[],
  legend: Legend,
  differ: Differ,
): readonly string[] | undefined {
  for (let at = 0; at < Math.max(received.length, expected.length); at++) {
    const [came, wanted] = [received[at], expected[at]];
    const detail = came && wanted && notificationsDiffer(came, wanted, differ);
    if (came?.frame === wanted?.frame && detail?.length === 0) continue;
    const frame = Math.min(came?.frame ?? Infinity, wanted?.frame ?? Infinity);
    const sign = (one: Emission<unknown> | undefined): string =>
      one === undefined ? 'nothing more' : one.frame > frame ? 'nothing' : signOf(one, legend);
    const areAlike = came?.notification.kind === wanted?.notification.kind && came?.frame === wanted?.frame;
    // Of values without members it is said above.
    const more = areAlike ? (detail ?? []).filter((line) => !line.startsWith('expected ')) : [];
    return [
      `at ${frame} ms: expected ${sign(wanted)}, received ${sign(came)}`,
      ...more.map((line) => `  ${line}`),
    ];
  }
  return undefined;
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
