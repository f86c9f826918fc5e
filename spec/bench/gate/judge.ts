import type { Summary } from '../driver/summary.ts';
import type { Mark, Marks } from './marks.ts';
import { noiseOf } from './noise.ts';

/** The result of the comparison of one measurement with its limit. */
export interface Verdict {
  readonly scenario: string;
  /** `missed` means that the measurement is above its limit, but not above the known value `missedAt`. */
  readonly outcome: 'kept' | 'missed' | 'broken';
  /** The name of the measurement, its value and its limit. */
  readonly text: string;
}

/**
 * Compares the measurements of all scenarios with their limits. The outcome is also `broken` if a measurement is
 * missing or too noisy.
 */
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
 * Combines several comparisons with the same limits. Returns one result for each limit. If more than half of the
 * results of a limit are `broken`, returns the newest of them. Otherwise returns the newest of the other results.
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

/**
 * Maximum noise of a measurement, as a share of the limit. The comparison adds the noise to the limit. With too much
 * noise, each measurement would pass.
 */
const maxNoise = 0.15;

const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
