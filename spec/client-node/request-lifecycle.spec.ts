import { describe, expect, it } from '@jest/globals';
import { createRestartBackoff } from '../../src/client-node/request-lifecycle.ts';

describe('createRestartBackoff', () => {
  it('should not hold up a start that follows upon no failure', () => {
    const pace = createRestartBackoff();
    for (let i = 0; i < 5; i++) pace.started(i);

    expect(pace.wait(5)).toBe(0);
  });

  it('should let restarts upon failures through more and more slowly, counted from the failure', () => {
    const pace = createRestartBackoff();
    const waits: number[] = [];
    for (let i = 0, now = 0; i < 7; i++) {
      pace.failed(now);
      pace.started(now + 100);
      waits.push(pace.wait(now + 100));
      now += 100 + pace.wait(now + 100);
    }

    expect(waits).toEqual([700, 1_500, 3_100, 6_300, 12_700, 12_700, 12_700]);
  });

  it('should forget a failure after 30 s', () => {
    const pace = createRestartBackoff();
    pace.failed(0);
    pace.started(0);
    pace.failed(1_000);
    pace.started(31_001);
    expect(pace.wait(31_001)).toBe(0);

    pace.failed(32_000);
    pace.started(32_000);
    expect(pace.wait(32_000)).toBe(800);
  });

  it('should not hold up a restart until a clock that was set back has caught up', () => {
    const pace = createRestartBackoff();
    pace.failed(3_600_000);
    pace.started(3_600_000);

    expect(pace.wait(1_000)).toBe(0);
  });
});
