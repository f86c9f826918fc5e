import { quantile } from './quantile.ts';
import type { Outcome, ScenarioResult } from './run-scenario.ts';
import type { Figures } from './scenario.ts';

/** The median, the 10th percentile and the 90th percentile of some values. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

export interface Summary {
  readonly name: string;
  readonly notRun?: string;
  /** The measurements by column of the table. The record omits a column that no round has measured. */
  readonly figures: Readonly<Record<string, Spread>>;
  /**
   * The ratios by column: the measurement divided by the measurement of the baseline program in the same round. The
   * baseline program itself has no ratios.
   */
  readonly ratios: Readonly<Record<string, Spread>>;
}

export function summaries({ scenario, outcomes }: ScenarioResult): readonly Summary[] {
  const keys = scenario.columns.map(({ key }) => key);
  const compared = scenario.columns.filter((column) => column.compared !== false).map(({ key }) => key);
  const floor = outcomes.find(({ name }) => name === scenario.floor);
  return outcomes.map(({ name, rounds, notRun }) => ({
    name,
    ...(notRun !== undefined && { notRun }),
    figures: spreads(keys, (key) => rounds.map((round) => round[key])),
    ratios: name === scenario.floor ? {} : spreads(compared, (key) => ratiosTo(floor, rounds, key)),
  }));
}

/**
 * Divides the measurements of each round by the measurements of the baseline program in the same round. If the
 * computer is busy for a moment, usually both programs of a round are slow, and the ratio stays the same.
 */
function ratiosTo(
  floor: Outcome | undefined,
  rounds: readonly Figures[],
  key: string,
): readonly (number | undefined)[] {
  return rounds.map((round, nth) => {
    const own = round[key];
    const least = floor?.rounds[nth]?.[key];
    return own === undefined || least === undefined || least === 0 ? undefined : own / least;
  });
}

function spreads(
  keys: readonly string[],
  valuesOf: (key: string) => readonly (number | undefined)[],
): Readonly<Record<string, Spread>> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const values = valuesOf(key).filter((value) => value !== undefined);
      return values.length === 0 ? [] : [[key, spreadOf(values)]];
    }),
  );
}

export const spreadOf = (values: readonly number[]): Spread => ({
  count: values.length,
  median: quantile(values),
  p10: quantile(values, 0.1),
  p90: quantile(values, 0.9),
});
