import type { Summary } from '../driver/summary.ts';
import type { Measured } from './judge.ts';
import type { ByColumn, KeptRatio } from './kept.ts';
import { noiseOf } from './noise.ts';

/** The ratios of a run of many rounds, as they are kept for gates of fewer. @throws Error when one was not run */
export function ratiosToKeep(measured: Measured, rounds: number): ByColumn<KeptRatio> {
  return entriesOf(measured, (summaries) =>
    Object.fromEntries(
      summaries
        .filter((summary) => Object.keys(ran(summary).ratios).length > 0)
        .map(({ name, ratios }) => [
          name,
          entriesOf(ratios, (spread) => ({
            ratio: rounded(spread.median),
            noise: rounded(noiseOf(spread, rounds)),
          })),
        ]),
    ),
  );
}

function ran(summary: Summary): Summary {
  if (summary.notRun !== undefined) throw new Error(`${summary.name} was not run: ${summary.notRun}`);
  return summary;
}

const rounded = (value: number): number => Number(value.toFixed(3));

const entriesOf = <V, R>(
  record: Readonly<Record<string, V>>,
  each: (value: V) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, each(value)]));
