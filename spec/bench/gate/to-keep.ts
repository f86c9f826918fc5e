import type { Summary } from '../driver/summary.ts';
import type { Measured } from './judge.ts';
import type { ByColumn, KeptRatio } from './kept.ts';
import { noiseOf } from './noise.ts';

/**
 * The ratios of a run of many rounds, as they are kept for gates of fewer, but for those that have a mark.
 *
 * @throws Error when one was not run, or is all noise
 */
export function ratiosToKeep(
  measured: Measured,
  rounds: number,
  marks: ByColumn<number> = {},
): ByColumn<KeptRatio> {
  const unmarked = (scenario: string, { name, ratios }: Summary): Summary['ratios'] =>
    Object.fromEntries(
      Object.entries(ratios).filter(([column]) => marks[scenario]?.[name]?.[column] === undefined),
    );
  return entriesOf(measured, (summaries, scenario) =>
    Object.fromEntries(
      summaries
        .map((summary) => ({ name: summary.name, ratios: unmarked(scenario, ran(summary)) }))
        .filter(({ ratios }) => Object.keys(ratios).length > 0)
        .map(({ name, ratios }) => [
          name,
          entriesOf(ratios, (spread) => ({
            ratio: rounded(spread.median),
            noise: rounded(quiet(noiseOf(spread, rounds), name)),
          })),
        ]),
    ),
  );
}

function ran(summary: Summary): Summary {
  if (summary.notRun !== undefined) throw new Error(`${summary.name} was not run: ${summary.notRun}`);
  return summary;
}

/** With more noise a gate would let everything pass. */
const most = 0.15;

function quiet(noise: number, name: string): number {
  if (noise > most) throw new Error(`the machine is not quiet: ${name} has a noise of ${noise.toFixed(2)}`);
  return noise;
}

const rounded = (value: number): number => Number(value.toFixed(3));

const entriesOf = <V, R>(
  record: Readonly<Record<string, V>>,
  each: (value: V, name: string) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, each(value, name)]));
