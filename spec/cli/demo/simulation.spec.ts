import { describe, expect, it } from '@jest/globals';
import { createApiServer, manualClock } from 'rx-informer/apiserver';
import { simulationOf } from '../../../src/cli/demo/simulation.ts';

function simulationThatDraws(number: number) {
  const { objects } = createApiServer({ clock: manualClock(0) });
  return simulationOf(
    objects,
    () => number,
    () => Date.UTC(2031, 4, 6, 7, 8, 9, 987),
  );
}

describe('simulationOf', () => {
  it.each([
    [0, 0.5, true],
    [0.49, 0.5, true],
    [0.5, 0.5, false],
    [0.9, 0.5, false],
    [0, 0, false],
  ])(
    'should decide for the number %d whether an event of probability %d happens: %p',
    (number, probability, is) => {
      expect(simulationThatDraws(number).chance(probability)).toBe(is);
    },
  );

  it.each([
    [0, 'a'],
    [0.33, 'a'],
    [0.34, 'b'],
    [0.67, 'c'],
    [0.999, 'c'],
  ])('should pick each item with the same probability: %d picks %s', (number, picked) => {
    expect(simulationThatDraws(number).pick(['a', 'b', 'c'])).toBe(picked);
  });

  it('should pick nothing from an empty list', () => {
    const nothing: readonly string[] = [];

    expect(simulationThatDraws(0).pick(nothing)).toBeUndefined();
  });

  it('should write the time in whole seconds, as Kubernetes does', () => {
    expect(simulationThatDraws(0).timestamp()).toBe('2031-05-06T07:08:09Z');
  });
});
