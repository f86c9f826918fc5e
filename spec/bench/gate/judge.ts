import type { Summary } from '../driver/summary.ts';
import type { Mark, Marks } from './marks.ts';
import { noiseOf } from './noise.ts';

/** The comparison of one figure with its mark. */
export interface Verdict {
  readonly scenario: string;
  /** `missed` is a mark that is not reached today, if the figure has not become worse. */
  readonly outcome: 'kept' | 'missed' | 'broken';
  /** The name of the figure, its value and its mark. */
  readonly text: string;
}

/** Compares the figures of scenarios with all their marks. A missing or too noisy figure breaks its mark. */
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

/**
 * Combines judgements of the same marks: for each mark the majority wins, with the text of the last verdict of the
 * majority.
 */
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
  if (noise > maxNoise * limit) return { outcome: 'broken', text: `${text}: the machine is not quiet` };
  if (spread.median <= limit + noise) return { outcome: 'kept', text };
  const { missedAt } = mark;
  if (missedAt === undefined) return { outcome: 'broken', text };
  const isWorse = spread.median > missedAt + noise;
  return { outcome: isWorse ? 'broken' : 'missed', text: `${text}; it was ${shown(missedAt)}` };
}

/** The maximum noise as a share of a mark. With more noise each figure would pass. */
const maxNoise = 0.15;

const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
