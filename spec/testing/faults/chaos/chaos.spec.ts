import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { chaos, fakeControllerSource, showPlan } from 'rx-informer/testing';

const codes = (seed: number, faults?: number): readonly string[] =>
  chaos(seed, faults === undefined ? {} : { faults }).plan.map(({ code }) => code);
const seeds = Array.from({ length: 500 }, (_, seed) => seed);

describe('chaos', () => {
  it('should return the same plan for the same seed, and other plans for other seeds', () => {
    expect(codes(7)).toEqual(codes(7));
    expect(new Set(seeds.map((seed) => codes(seed).join())).size).toBeGreaterThan(490);
  });

  it('should keep the published plan of a seed', () => {
    expect(showPlan(chaos(43).plan)).toBe(`withFaults(
  source,
  truncate({ nth: 1 }),
  lagBehind({ nth: 2, delay: 8532 }),
  failEveryNth(2, { on: 'list' }),
  duplicate({ on: 'watch', nth: 6, after: { ms: 3449 } }),
  duplicate({ on: 'list', nth: 'every', after: { ms: 37309 } }),
  truncate({ nth: 1, after: 4 }),
)`);
  });

  it('should use every fault, and no more faults than allowed', () => {
    const drawn = seeds.map((seed) => codes(seed, 3));
    const names = new Set(drawn.flat().map((code) => code.slice(0, code.indexOf('('))));

    expect([...names].sort()).toEqual([
      'corruptBytes',
      'dropConnection',
      'duplicate',
      'expire',
      'failEveryNth',
      'lagBehind',
      'refuse',
      'reorderAcrossKeys',
      'stallStream',
      'throttleBody',
      'truncate',
    ]);
    expect(new Set(drawn.map((plan) => plan.length))).toEqual(new Set([1, 2, 3]));
  });

  it('should put the reordering fault last, so that no fault cuts its window', () => {
    for (const seed of seeds) {
      const places = codes(seed).flatMap((code, at) => (code.startsWith('reorder') ? [at] : []));
      expect([[], [codes(seed).length - 1]]).toContainEqual(places);
    }
  });

  it('should behave like other faults, with a new state for each source', () => {
    const { code, seed } = chaos(3, { faults: 2 });
    expect([code, seed]).toEqual(['chaos(3, { faults: 2 })', 3]);
    const broken = chaos(1);
    expect(broken(fakeControllerSource())).not.toBe(broken(fakeControllerSource()));
  });

  it('should refuse an invalid seed, and an invalid number of faults', () => {
    expect(() => chaos(0.5)).toThrow('chaos: seed must be a whole number, not 0.5');
    expect(() => chaos(1, { faults: 0 })).toThrow(OptionsError);
    expect(() => chaos(1, { seeds: 3 } as never)).toThrow(OptionsError);
    expect(() => chaos(1)({} as never)).toThrow(OptionsError);
  });
});
