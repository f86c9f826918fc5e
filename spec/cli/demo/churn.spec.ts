import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { marbleScheduler, seededRandom } from 'rx-informer/testing';
import { churn } from '../../../src/cli/demo/churn.ts';

/** The events of pods after the first `pods`, second by second. */
function eventsOf(pods: number, rate: number, seconds: number) {
  const scheduler = marbleScheduler();
  return scheduler.run(({ flush }) => {
    const server = createApiServer();
    const running = churn(server, { pods, rate, random: seededRandom(1) }).subscribe();
    const version = (): number =>
      Math.max(...server.objects.list(core.v1.pods).map(({ metadata }) => Number(metadata.resourceVersion)));
    const [versions, sizes]: number[][] = [[], []];
    for (let second = 0; second <= seconds; second++) {
      scheduler.schedule(
        () => {
          versions?.push(version());
          sizes?.push(server.objects.list(core.v1.pods).length);
          if (second === seconds) running.unsubscribe();
        },
        second * 1000 + 5,
      );
    }
    flush();
    const names = server.objects.list(core.v1.pods).map(({ metadata }) => metadata.name);
    void server.close();
    return { versions: versions ?? [], sizes: sizes ?? [], names };
  });
}

describe('churn', () => {
  it('should make so many events a second, without a drift, and keep the number of pods', () => {
    const { versions, sizes, names } = eventsOf(50, 200, 20);

    const [first = 0] = versions;
    const made = (versions.at(-1) ?? 0) - first;
    expect(Math.abs(made - 200 * 20)).toBeLessThanOrEqual(6); // the last step may still be due
    expect(sizes).toEqual(Array.from({ length: 21 }, () => 50));
    expect(names).not.toContain('web-0'); // pods are replaced
  });

  it.each([
    [0.5, 20],
    [3, 20],
    [999, 4],
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

  it('should refuse a size that is none', () => {
    expect(() => churn(createApiServer(), { pods: 0, rate: 1 })).toThrow(OptionsError);
    expect(() => churn(createApiServer(), { pods: 1, rate: -1 })).toThrow(OptionsError);
  });
});
