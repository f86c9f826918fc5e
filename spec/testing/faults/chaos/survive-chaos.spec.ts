import { describe, expect, it } from '@jest/globals';
import { asapScheduler, filter, skipWhile, switchMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { informer, type KubeObject, type ListerWatcher, OptionsError } from 'rx-informer';
import {
  ChaosError,
  dropConnection,
  emissionsOf,
  type Fault,
  withFaults,
  kubeObject,
  marbleScheduler,
  surviveChaos,
  virtualCluster,
} from 'rx-informer/testing';
import { converges } from '../convergence.ts';

const hours = 3_600_000;
/**
 * Ten minutes in ms. In a longer run, watches without events would cause a relist, and the relist would repair the
 * effect of a lost event.
 */
const beforeLists = hours / 6;

/** A source with a planted bug: if the first event of a resumed watch is a DELETED, the event is lost. */
const forgetful = (source: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> => ({
  list: (options) => source.list(options),
  watch: (options) =>
    options?.sendInitialEvents === true
      ? source.watch(options)
      : source.watch(options).pipe(skipWhile(({ type }) => type === 'DELETED')),
});
/** A source with a planted bug: each DELETED of each watch is lost. */
const deaf = (source: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> => ({
  list: (options) => source.list(options),
  watch: (options) => source.watch(options).pipe(filter(({ type }) => type !== 'DELETED')),
});

function thrownBy(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('surviveChaos', () => {
  it('should pass for a correct informer, with any seed', () => {
    surviveChaos({ seeds: 200, scenario: (fault) => converges(fault, { within: 4 * hours }) });
  });

  it('should pass for an informer with lists in pages', () => {
    surviveChaos({
      seeds: Array.from({ length: 50 }, (_, at) => 1_000 + at),
      scenario: (fault) =>
        converges(fault, { within: 4 * hours, reflect: { streamingList: 'never', pageSize: 2 } }),
    });
  });

  it('should find a DELETED that is swallowed after a break, and name the seed and the shortest plan', () => {
    const error = thrownBy(() =>
      surviveChaos({ scenario: (fault) => converges(fault, { within: beforeLists, through: forgetful }) }),
    ) as ChaosError;

    expect(error).toBeInstanceOf(ChaosError);
    expect(error.seed).toBe(40);
    expect(error.message).toBe(`chaos(40) broke the scenario: ${(error.cause as Error).message}

Of its 4 faults 2 do; this is the shortest plan that fails:

withFaults(
  source,
  dropConnection({ on: 'watch', nth: 3 }),
  dropConnection({ on: 'watch', nth: 1 }),
)
`);
    const pasted = (source: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> =>
      withFaults(source, dropConnection({ on: 'watch', nth: 3 }), dropConnection({ on: 'watch', nth: 1 }));
    expect(() => converges(pasted as Fault, { within: beforeLists, through: forgetful })).toThrow(
      (error.cause as Error).message,
    );
  });

  it('should find a bug that needs no fault', () => {
    const error = thrownBy(() =>
      surviveChaos({ scenario: (fault) => converges(fault, { within: hours, through: deaf }) }),
    );

    // The plan is empty, because faults that repeat or reorder events would cause a relist, which repairs the store.
    expect(error).toMatchObject({
      seed: 4,
      plan: [],
      failure: 'fatal',
      message: expect.stringMatching(
        /^the scenario fails without any fault: the store: .*\n\nFix that first/,
      ),
    });
  });

  it('should try the given seeds up to the first that fails', () => {
    const tried: string[] = [];
    const error = thrownBy(() =>
      surviveChaos({
        seeds: [5, 9, 12],
        faults: 1,
        scenario: ({ code }) => {
          tried.push(code);
          if (code.startsWith('chaos(9')) throw new TypeError('nine');
        },
      }),
    );

    expect(error).toMatchObject({ name: 'ChaosError', seed: 9, cause: new TypeError('nine') });
    expect(tried.slice(0, 2)).toEqual(['chaos(5, { faults: 1 })', 'chaos(9, { faults: 1 })']);
  });

  it('should pass 300 seeds with a timer that ends when the next change arrives', () => {
    surviveChaos({
      seeds: 300,
      scenario: (fault) => {
        const scheduler = marbleScheduler();
        scheduler.run(({ flush }) => {
          const things = virtualCluster().collection('things.example.com');
          const live = informer(fault(things.listerWatcher()));
          emissionsOf(live.changes().pipe(switchMap(() => timer(1000))), '^ 60m !');
          for (const at of [1000, 2000, 3000]) {
            scheduler.schedule(() => things.put(kubeObject(`shop/at-${at}`)), at);
          }
          flush();
          expect(live.store.list()).toHaveLength(3);
        });
      },
    });
  });

  it('should not report an error that RxJS throws in its own TestScheduler', () => {
    const scenario = (): void =>
      new TestScheduler(() => undefined).run(() => {
        timer(10).subscribe(() => asapScheduler.schedule(() => later.unsubscribe()));
        const later = timer(10).subscribe();
      });

    const error = thrownBy(() => surviveChaos({ scenario }));
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as Error).message).toBe(
      'surviveChaos: scenario must be a function that runs within marbleScheduler().run, not a function: ' +
        'RxJS\'s own TestScheduler threw "Expected a due immediate or interval", because an asap action ' +
        'unsubscribed a timer of the same frame; this is a fault of RxJS, and marbleScheduler() does not have it',
    );
  });

  it('should refuse a scenario that has not ended when it returns', () => {
    expect(() => surviveChaos({ scenario: () => Promise.resolve() as never })).toThrow(
      'surviveChaos: scenario must be one that is over when it returns, in virtual time, not an object: it gave back a promise',
    );
  });

  it('should refuse invalid arguments', () => {
    const scenario = (): void => undefined;
    expect(() => surviveChaos({ seeds: 0, scenario })).toThrow('surviveChaos: seeds must be how many seeds');
    expect(() => surviveChaos({ seeds: [0.5], scenario })).toThrow(OptionsError);
    expect(() => surviveChaos({ seeds: [], scenario })).toThrow('an array of one whole number or more');
    expect(() => surviveChaos({ faults: 0, scenario })).toThrow(OptionsError);
    expect(() => surviveChaos({} as never)).toThrow(
      'surviveChaos: scenario must be a function, not undefined',
    );
    expect(() => surviveChaos(undefined as never)).toThrow(OptionsError);
  });
});
