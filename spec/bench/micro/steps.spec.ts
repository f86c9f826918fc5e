import { describe, expect, it } from '@jest/globals';
import { steps } from './steps.ts';

describe('the steps of an event', () => {
  it.each(Object.keys(steps))('should run, and run again: %s', (title) => {
    const step = steps[title]?.();

    expect(step).toBeDefined();
    for (let turn = 0; turn < 3; turn++) {
      step?.prepare?.();
      step?.run();
    }
  });
});
