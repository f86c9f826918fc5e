import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { createApiServer, type ObjectAccess } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { marbleScheduler, seededRandom } from 'rx-informer/testing';
import { churn } from '../../../src/cli/demo/churn.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { eventsOf } from './events-of-churn.ts';

describe('churn', () => {
  it.each([
    [0.5, 20],
    [3, 20],
  ])('should make %d events a second', (rate, seconds) => {
    const { versions } = eventsOf(5, rate, seconds);

    expect(Math.abs((versions.at(-1) ?? 0) - (versions[0] ?? 0) - rate * seconds)).toBeLessThanOrEqual(
      3 + rate / 40,
    );
  });

  it('should make no events at a rate of 0', () => {
    const { versions, sizes } = eventsOf(5, 0, 3);

    expect([new Set(versions).size, sizes[0]]).toEqual([1, 5]);
  });

  it('should go on where others delete its pods', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ flush }) => {
      const server = createApiServer();
      const running = churn(server, { pods: 3, rate: 100, random: seededRandom(2) }).subscribe();
      scheduler.schedule(
        () => server.objects.delete(core.v1.pods, 'shop/web-0', { gracePeriodSeconds: 0 }),
        5,
      );
      scheduler.schedule(() => {
        expect(server.objects.list(core.v1.pods)).toHaveLength(3);
        running.unsubscribe();
        void server.close();
      }, 2000);
      flush();
    });
  });

  it('should make an event in the same time whatever the number of pods', () => {
    const growth = growthOfCost(10_000, (pods) => {
      const scheduler = marbleScheduler();
      scheduler.run(({ flush }) => {
        const objects = { get: () => undefined, create: () => undefined, list: () => [] };
        const running = churn({ objects: objects as unknown as ObjectAccess }, { pods, rate: 10_000 });
        const subscription = running.subscribe();
        scheduler.schedule(() => subscription.unsubscribe(), 2_000);
        flush();
      });
    });

    expect(growth).toBeLessThan(4);
  });

  it('should refuse a size that is none', () => {
    expect(() => churn(createApiServer(), { pods: 0, rate: 1 })).toThrow(OptionsError);
    expect(() => churn(createApiServer(), { pods: 1, rate: -1 })).toThrow(OptionsError);
  });
});
