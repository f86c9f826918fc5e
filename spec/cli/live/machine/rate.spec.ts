import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { createRate } from '../../../../src/cli/live/machine/rate.ts';

describe('createRate', () => {
  it('should be 0 before the first event', () => {
    expect(createRate().at(123_456)).toBe(0);
  });

  it('should return the average of the last 5 s, and ignore earlier events', () => {
    const rate = createRate();
    rate.count(10, 100_000);
    rate.count(5, 102_000);

    expect(rate.at(102_000)).toBe(3);
    expect(rate.at(104_999)).toBe(1 + 2);
    expect(rate.at(105_000)).toBe(1);
    expect(rate.at(107_000)).toBe(0);
    expect(rate.at(900_000)).toBe(0);
  });

  it('should equal a model that remembers every event', () => {
    const event = fc.record({ events: fc.nat(9), after: fc.nat(2_000) });
    fc.assert(
      fc.property(fc.array(event), (story) => {
        const rate = createRate();
        const remembered: { events: number; at: number }[] = [];
        let now = 1_000_000;
        for (const { events, after } of story) {
          now += after;
          rate.count(events, now);
          remembered.push({ events, at: now });

          const first = Math.floor(now / 500) - 9; // the rate covers ten intervals of half a second
          const recent = remembered.filter(({ at }) => Math.floor(at / 500) >= first);
          expect(rate.at(now)).toBeCloseTo(recent.reduce((sum, one) => sum + one.events, 0) / 5);
        }
      }),
    );
  });

  it('should start again after the clock was set back', () => {
    const rate = createRate();
    rate.count(50, 3_600_000);
    rate.count(10, 100_000);

    expect(rate.at(100_000)).toBe(2);
    expect(rate.at(105_000)).toBe(0);
  });
});
