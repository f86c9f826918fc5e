import type { Spread } from '../driver/summary.ts';

/** How far the median of values that spread so may lie above the true one by chance. */
export function noiseOf({ count, p10, p90 }: Spread): number {
  const deviation = (p90 - p10) / 2.563; // of a normal distribution, between whose p10 and p90 so many lie
  const ofMedian = (1.253 * deviation) / Math.sqrt(count);
  return certainty * ofMedian;
}

/** Standard errors: one median in forty lies further above the true one by chance. */
const certainty = 2;
