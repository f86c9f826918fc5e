import { describe, expect, it } from '@jest/globals';
import { expire, refuse, showPlan } from 'rx-informer/testing';

describe('showPlan', () => {
  it('should print code', () => {
    expect(showPlan([expire({ nth: 2 }), refuse(503)])).toBe(`withFaults(
  source,
  expire({ nth: 2 }),
  refuse(503),
)`);
  });

  it('should print code without faults', () => {
    expect(showPlan([])).toBe('withFaults(source)');
  });
});
