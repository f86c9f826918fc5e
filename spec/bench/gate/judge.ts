import type { Summary } from '../driver/summary.ts';
import type { Mark, Marks } from './marks.ts';
import { noiseOf } from './noise.ts';

/** Whether one figure keeps its mark. */
export interface Verdict {
  readonly scenario: string;
  /** `missed` is a mark that is known to be missed, by a figure that has not become worse. */
  readonly outcome: 'kept' | 'missed' | 'broken';
  /** For people: which figure, what it is, and its mark. */
  readonly text: string;
}

/** The figures of scenarios against all their marks. What was not measured, or only with much noise, breaks its mark. */
export function judge(
  marks: Marks,
  measured: Readonly<Record<string, readonly Summary[] | undefined>>,
): readonly Verdict[] {
  return Object.entries(marks).flatMap(([scenario, contenders]) =>
    Object.entries(contenders).flatMap(([contender, columns]) =>
      Object.entries(columns).map(([column, mark]) => ({
        scenario,
        ...verdictOf(mark, measured[scenario], contender, column),
      })),
    ),
  );
}

/** Of judgements of the same marks, what most of them say of each, in the words of the last that says so. */
export function decided(judgements: readonly (readonly Verdict[])[]): readonly Verdict[] {
  const [first = []] = judgements;
  return first.flatMap((_, nth) => {
    const verdicts = judgements.flatMap((one) => one[nth] ?? []);
    const broken = verdicts.filter(({ outcome }) => outcome === 'broken');
    const others = verdicts.filter(({ outcome }) => outcome !== 'broken');
    return (broken.length > others.length ? broken : others).slice(-1);
  });
}

function verdictOf(
  mark: Mark,
  summaries: readonly Summary[] | undefined,
  contender: string,
  column: string,
): Omit<Verdict, 'scenario'> {
  const summary = summaries?.find(({ name }) => name === contender);
  const what = `${contender}, ${column}`;
  if (summary?.notRun !== undefined) {
    return { outcome: 'broken', text: `${what}: not measured: ${summary.notRun}` };
  }
  const [limit, spread, times] =
    'ofFloor' in mark
      ? [mark.ofFloor, summary?.ratios[column], ' × the floor']
      : [mark.most, summary?.figures[column], ''];
  if (spread === undefined) {
    return { outcome: 'broken', text: `${what}: not measured` };
  }
  const noise = noiseOf(spread);
  const text = `${what}: ${shown(spread.median)}${times}, at most ${shown(limit)} + ${shown(noise)} of noise`;
  if (noise > mostNoise * limit) return { outcome: 'broken', text: `${text}: the machine is not quiet` };
  if (spread.median <= limit + noise) return { outcome: 'kept', text };
  const { missedAt } = mark;
  if (missedAt === undefined) return { outcome: 'broken', text };
  const isWorse = spread.median > missedAt + noise;
  return { outcome: isWorse ? 'broken' : 'missed', text: `${text}; it was ${shown(missedAt)}` };
}

/** Of a mark. With more noise each figure would be kept. */
const mostNoise = 0.15;

const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
