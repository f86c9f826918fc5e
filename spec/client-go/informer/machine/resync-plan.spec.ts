import { describe, expect, it } from '@jest/globals';
import { ResyncPlan, type HandlerResync } from '../../../../src/client-go/informer/machine/resync-plan.ts';
import { fc } from '../../../support/properties.ts';

/**
 * Returns a list for each handler: the times in seconds at which a check finds that the resync of the handler is due.
 */
function dueAt(plan: ResyncPlan, turns: readonly HandlerResync[], until: number): readonly number[][] {
  const due: number[][] = turns.map(() => []);
  for (let now = plan.checkPeriod; now <= until; now += plan.checkPeriod) {
    plan.check(now);
    turns.forEach((turn, at) => {
      if (turn.due) due[at]?.push(now / 1_000);
    });
  }
  return due;
}

describe('ResyncPlan', () => {
  it('should find handlers of 2 s and 3 s due at their own times, one of 0 never (B129)', () => {
    const plan = new ResyncPlan(1_000);
    const turns = [2_000, 3_000, 0].map((period) => plan.add(period, 0));

    expect(dueAt(plan, turns, 6_000)).toEqual([[2, 4, 6], [3, 6], []]);
  });

  it('should round a period up to a multiple of the period of the checks', () => {
    const plan = new ResyncPlan(2_000);
    plan.freeze();

    expect(dueAt(plan, [plan.add(3_000, 0)], 12_000)).toEqual([[4, 8, 12]]);
  });

  it('should let a handler lower the period of the checks before the start, and keep the period of each handler (B131)', () => {
    const plan = new ResyncPlan(43_200_000);
    const turns = [undefined, 60_000, 55_000, 5_000, 0].map((period) => plan.add(period, 0));

    expect(plan.checkPeriod).toBe(5_000);
    expect(turns.map(({ period }) => period)).toEqual([43_200_000, 60_000, 55_000, 5_000, 0]);
  });

  it('should raise a period that is requested later to that of the checks, and to a second (B132)', () => {
    const plan = new ResyncPlan(5_000);
    const early = plan.add(100, 0);
    plan.freeze();

    expect(plan.checkPeriod).toBe(1_000);
    expect([early, plan.add(500, 0), plan.add(7_000, 0)].map(({ period }) => period)).toEqual([
      1_000, 1_000, 7_000,
    ]);
  });

  it('should give no handler a resync when the informer has none (B132)', () => {
    const plan = new ResyncPlan(0);
    const turn = plan.add(10_000, 0);

    expect(turn.period).toBe(0);
    expect(plan.checkPeriod).toBe(0);
    expect(plan.check(1_000_000)).toBe(false);
  });

  it('should ignore a handler that was removed', () => {
    const plan = new ResyncPlan(1_000);
    plan.remove(plan.add(1_000, 0));

    expect(plan.check(5_000)).toBe(false);
  });

  it('should find a handler due at the first check at or after its time, as a plain computation does', () => {
    const seconds = fc.integer({ min: 1, max: 20 }).map((n) => n * 1_000);
    const handlers = fc.array(fc.record({ period: seconds, at: fc.integer({ min: 0, max: 30_000 }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(seconds, handlers, (check, added) => {
        const plan = new ResyncPlan(check);
        plan.freeze();
        const due = added.map((): number[] => []);
        const turns: (HandlerResync | undefined)[] = added.map(() => undefined);
        for (let now = check; now <= 200_000; now += check) {
          // Handlers are added at increasing times. If a time decreased, the plan would assume that the clock was set
          // back.
          added.forEach(({ period, at }, i) => {
            if (at <= now) turns[i] ??= plan.add(period, at);
          });
          plan.check(now);
          turns.forEach((turn, i) => turn?.due === true && due[i]?.push(now / 1_000));
        }
        const expected = added.map(({ period, at }) => {
          const times: number[] = [];
          let earliest = at + Math.max(period, check);
          for (let now = check; now <= 200_000; now += check) {
            if (now < earliest) continue;
            times.push(now / 1_000);
            earliest = now + Math.max(period, check);
          }
          return times;
        });

        expect(due).toEqual(expected);
      }),
    );
  });

  it('should not delay a resync when the clock was set back', () => {
    const plan = new ResyncPlan(1_000);
    const turn = plan.add(2_000, 3_600_000);

    expect(plan.check(0)).toBe(true);
    expect(turn.due).toBe(true);
    expect([1_000, 2_000].map((now) => plan.check(now))).toEqual([false, true]);
  });
});
