import { describe, expect, it } from '@jest/globals';
import { eventsOf } from './events-of-churn.ts';

describe('churn of thousands of events', () => {
  it('should make the configured number of events a second, without a drift, and keep the number of pods', () => {
    const { versions, sizes, names } = eventsOf(50, 200, 20);

    const [first = 0] = versions;
    const made = (versions.at(-1) ?? 0) - first;
    expect(Math.abs(made - 200 * 20)).toBeLessThanOrEqual(6); // the last step may not have run yet
    expect(sizes).toEqual(Array.from({ length: 21 }, () => 50));
    expect(names).not.toContain('web-0'); // the demo has replaced some pods
  });

  it.each([[999, 4]])('should make %d events a second', (rate, seconds) => {
    const { versions } = eventsOf(5, rate, seconds);

    expect(Math.abs((versions.at(-1) ?? 0) - (versions[0] ?? 0) - rate * seconds)).toBeLessThanOrEqual(
      3 + rate / 40,
    );
  });
});
