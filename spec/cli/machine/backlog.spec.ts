import { describe, expect, it } from '@jest/globals';
import { createBacklog } from '../../../src/cli/machine/backlog.ts';

describe('createBacklog', () => {
  it('should let a first list of any size in', () => {
    const backlog = createBacklog();

    expect(backlog.arrived(200_000, 0)).toBeUndefined();
    expect(backlog.size).toBe(200_000);
  });

  it('should pause when much waits and nothing has been written for 2 s, once', () => {
    const backlog = createBacklog();
    backlog.arrived(10_000, 0);

    expect(backlog.arrived(1, 1_999)).toBeUndefined();
    expect(backlog.arrived(1, 2_000)).toBe('pause');
    expect(backlog.arrived(1, 3_000)).toBeUndefined();
  });

  it('should not pause while somebody reads, however slowly', () => {
    const backlog = createBacklog();
    backlog.arrived(20_000, 0);
    backlog.written(1_500);

    expect(backlog.arrived(1, 3_400)).toBeUndefined();
    expect(backlog.arrived(1, 3_500)).toBe('pause');
  });

  it('should not take the time in which nothing came for a time in which nobody read', () => {
    const backlog = createBacklog();
    backlog.arrived(1, 0);
    backlog.written(0);

    expect(backlog.arrived(20_000, 60_000)).toBeUndefined();
    expect(backlog.arrived(1, 61_000)).toBeUndefined();
  });

  it('should not pause for few, however long they wait', () => {
    const backlog = createBacklog();
    backlog.arrived(9_999, 0);

    expect(backlog.arrived(1, 60_000)).toBeUndefined();
  });

  it('should resume when most is written, once', () => {
    const backlog = createBacklog();
    backlog.arrived(10_001, 0);
    backlog.arrived(1, 2_000);

    const steps = Array.from({ length: 10_002 }, () => backlog.written(3_000));

    expect(steps.indexOf('resume')).toBe(10_002 - 1_000 - 1);
    expect(steps.filter((step) => step !== undefined)).toHaveLength(1);
    expect(backlog.size).toBe(0);
  });

  it('should pause though the clock was set back', () => {
    const backlog = createBacklog();
    backlog.arrived(20_000, 3_600_000);

    expect(backlog.arrived(1, 0)).toBe('pause');
  });
});
