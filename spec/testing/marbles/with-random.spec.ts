import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { informer, OptionsError } from 'rx-informer';
import {
  ChaosError,
  emissionsOf,
  kubeObject,
  marbleListerWatcher,
  type MarbleSchedulerOptions,
  marbleScheduler,
  surviveChaos,
  virtualCluster,
} from 'rx-informer/testing';
import { TestScheduler } from 'rxjs/testing';

const lists = () =>
  marbleListerWatcher({
    lists: ['#', '#', '(p|)'],
    values: { p: { items: [kubeObject('a')], resourceVersion: '1' } },
  });

/** Runs an informer. Returns the times of its requests, and the timeouts of its watches. */
function asked(options?: MarbleSchedulerOptions): readonly string[] {
  return marbleScheduler(options).run(({ flush }) => {
    const source = lists();
    emissionsOf(informer(source).changes(), '^ 9s !');
    flush();
    return source.requests.map(({ at, options: { timeoutSeconds } }) => `${at}: ${timeoutSeconds}`);
  });
}

/**
 * Runs a test that passes only if the informer syncs within 1.2 s of virtual time. The random numbers of the run decide
 * whether the informer syncs in time.
 */
function verdict(run: (work: (flush: () => void) => void) => void): string {
  try {
    surviveChaos({
      seeds: [3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23],
      scenario: (chaos) => {
        run((flush) => {
          const things = virtualCluster().collection('pods');
          things.put(kubeObject('shop/web'));
          const seen = emissionsOf(informer(chaos(things.listerWatcher())).changes(), '^ 1200ms !');
          flush();
          if (seen.values.length === 0) throw new Error('nothing');
        });
      },
    });
  } catch (error) {
    if (error instanceof ChaosError) return `${error.seed}: ${error.plan.map(({ code }) => code).join()}`;
    throw error;
  }
  return 'survived';
}

describe('random numbers in a run', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Replaces Math.random. The library must not use these numbers in a run. */
  const diced = (...numbers: readonly number[]) => {
    let at = 0;
    return jest.spyOn(Math, 'random').mockImplementation(() => numbers[at++ % numbers.length] ?? 0);
  };

  it('should be the same each time under marbleScheduler, for any Math.random', () => {
    const dice = diced(0, 0.99, 0.5, 0.2, 0.7);
    const times = [1, 2, 3].map(() => asked().join());

    expect(new Set(times).size).toBe(1);
    expect(dice).not.toHaveBeenCalled();
  });

  it('should come from the function that the scheduler received', () => {
    const times = asked({ random: () => 0 });

    expect(times.map((line) => line.split(':')[0])).toEqual(['0', '0', '800', '2400', '2400']);
    expect(times.at(-1)).toBe('2400: 300');
    expect(() => marbleScheduler({ random: 5 as never })).toThrow(OptionsError);
  });

  it('should be restored after a run, and after a failed run', () => {
    const dice = diced(0);
    expect(() =>
      marbleScheduler().run(() => {
        throw new Error('fails');
      }),
    ).toThrow('fails');
    new TestScheduler(() => undefined).run(({ flush }) => {
      emissionsOf(informer(lists()).changes(), '^ 9s !');
      flush();
    });

    expect(dice).toHaveBeenCalled();
  });

  it('should give the same result and the same plan for the same seeds', () => {
    const dice = diced(0, 0.99, 0.5, 0.2, 0.7);
    const marble = (): string => verdict((work) => marbleScheduler().run(({ flush }) => work(flush)));
    const plain = (): string =>
      verdict((work) => new TestScheduler(() => undefined).run(({ flush }) => work(flush)));
    const verdicts = [1, 2, 3, 4].flatMap(() => [marble(), plain()]);

    expect(new Set(verdicts).size).toBe(1);
    expect(dice).not.toHaveBeenCalled();
  });
});
