import type { Spread } from '../driver/summary.ts';

/** What the median of so many rounds may lie above the true one by chance, when the rounds spread so. */
export function noiseOf({ p10, p90 }: Spread, rounds: number): number {
  const deviation = (p90 - p10) / 2.563; // of a normal distribution, between whose p10 and p90 so many lie
  const ofMedian = (1.253 * deviation) / Math.sqrt(rounds);
  return certainty * ofMedian;
}

/** Standard errors: one median in forty lies further above the true one by chance. */
const certainty = 2;
