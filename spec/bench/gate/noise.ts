import type { Spread } from '../driver/summary.ts';

/** What two medians of the same may differ by, when each is of so many rounds whose ratios spread so. */
export function noiseOf({ p10, p90 }: Spread, rounds: number): number {
  const deviation = (p90 - p10) / 2.563; // of a normal distribution, between whose p10 and p90 so many lie
  const ofMedian = (1.253 * deviation) / Math.sqrt(rounds);
  return Math.max(least, certainty * ofMedian);
}

/** Standard errors: a gate has a dozen of ratios, and is to be believed when it fails. */
const certainty = 4;

/** The rounds of one run are nearer to each other than to those of another day. */
const least = 0.03;
