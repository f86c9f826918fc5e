import type { Summary } from '../driver/summary.ts';
import type { ByColumn, Kept } from './kept.ts';

/** Whether one figure keeps what is promised. */
export interface Verdict {
  readonly scenario: string;
  readonly passed: boolean;
  /** For people. */
  readonly text: string;
}

/** What a run gave, by scenario. */
export type Measured = Readonly<Record<string, readonly Summary[]>>;

/** Each promise against a run. What was not measured fails. */
export function judge({ ratios, marks, bars }: Kept, measured: Measured): readonly Verdict[] {
  const look = <V>(
    promises: ByColumn<V>,
    of: (contender: Summary, column: string) => number | undefined,
    isKept: (own: number, promise: V) => boolean,
    say: (own: number, promise: V) => string,
  ): readonly Verdict[] =>
    flat(promises).map(({ scenario, contender, column, promise }) => {
      const found = measured[scenario]?.find(({ name }) => name === contender);
      const own = found?.notRun === undefined ? found && of(found, column) : undefined;
      return {
        scenario,
        passed: own !== undefined && isKept(own, promise),
        text: `${scenario}, ${contender}, ${column}: ${own === undefined ? `not measured${found?.notRun === undefined ? '' : `: ${found.notRun}`}` : say(own, promise)}`,
      };
    });

  return [
    ...look(
      ratios,
      (contender, column) => contender.ratios[column]?.median,
      (own, { ratio, noise }) => own <= ratio + noise,
      (own, { ratio, noise }) =>
        `${own.toFixed(2)}× the floor, kept ${ratio.toFixed(2)}× + ${noise.toFixed(2)}`,
    ),
    ...look(
      marks,
      (contender, column) => contender.ratios[column]?.median,
      (own, mark) => own <= mark,
      (own, mark) => `${own.toFixed(3)}× the floor, at most ${mark}×`,
    ),
    ...look(
      bars,
      (contender, column) => contender.figures[column]?.median,
      (own, bar) => own <= bar,
      (own, bar) => `${own.toFixed(0)}, at most ${bar}`,
    ),
  ];
}

interface Promised<V> {
  readonly scenario: string;
  readonly contender: string;
  readonly column: string;
  readonly promise: V;
}

const flat = <V>(promises: ByColumn<V>): readonly Promised<V>[] =>
  Object.entries(promises).flatMap(([scenario, contenders]) =>
    Object.entries(contenders).flatMap(([contender, columns]) =>
      Object.entries(columns).map(([column, promise]) => ({ scenario, contender, column, promise })),
    ),
  );
