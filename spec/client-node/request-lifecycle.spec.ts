import { describe, expect, it } from '@jest/globals';
import { createRestartBackoff } from '../../src/client-node/request-lifecycle.ts';

describe('createRestartBackoff', () => {
  it('should not delay a start without an earlier failure', () => {
    const backoff = createRestartBackoff();
    for (let i = 0; i < 5; i++) backoff.started(i);

    expect(backoff.wait(5)).toBe(0);
  });

  it('should delay restarts longer after each failure, counted from the failure', () => {
    const backoff = createRestartBackoff();
    const waits: number[] = [];
    for (let i = 0, now = 0; i < 7; i++) {
      backoff.failed(now);
      backoff.started(now + 100);
      waits.push(backoff.wait(now + 100));
      now += 100 + backoff.wait(now + 100);
    }

    expect(waits).toEqual([700, 1_500, 3_100, 6_300, 12_700, 12_700, 12_700]);
  });

  it('should forget a failure after 30 s', () => {
    const backoff = createRestartBackoff();
    backoff.failed(0);
    backoff.started(0);
    backoff.failed(1_000);
    backoff.started(31_001);
    expect(backoff.wait(31_001)).toBe(0);

    backoff.failed(32_000);
    backoff.started(32_000);
    expect(backoff.wait(32_000)).toBe(800);
  });

  it('should not delay a restart after the clock is set back', () => {
    const backoff = createRestartBackoff();
    backoff.failed(3_600_000);
    backoff.started(3_600_000);

    expect(backoff.wait(1_000)).toBe(0);
  });
});
