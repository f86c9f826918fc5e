import type { Spread } from '../driver/summary.ts';

/** The amount by which the median of values with this spread may be above the true median by chance. */
export function noiseOf({ count, p10, p90 }: Spread): number {
  const deviation = (p90 - p10) / 2.563; // a normal distribution has 2.563 deviations between p10 and p90
  const ofMedian = (1.253 * deviation) / Math.sqrt(count);
  return certainty * ofMedian;
}

/** In standard errors: one of forty medians is further above the true median by chance. */
const certainty = 2;
