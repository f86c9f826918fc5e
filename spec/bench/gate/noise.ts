import type { Spread } from '../driver/summary.ts';

/**
 * Returns the noise of a sample: the amount by which its median may exceed the true median by chance. The argument
 * describes the spread of the sample.
 */
export function noiseOf({ count, p10, p90 }: Spread): number {
  const deviation = (p90 - p10) / 2.563; // a normal distribution has 2.563 standard deviations between p10 and p90
  const ofMedian = (1.253 * deviation) / Math.sqrt(count);
  return certainty * ofMedian;
}

/**
 * The tolerance of a comparison, in standard errors of the median. By chance alone, only one of forty medians exceeds
 * the true median by a larger amount.
 */
const certainty = 2;
