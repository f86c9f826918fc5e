import { describe, expect, it } from '@jest/globals';
import { asapScheduler, delay, interval, map, switchMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { informer, OptionsError } from 'rx-informer';
import {
  assertChanges,
  assertMarbles,
  assertNothingOpen,
  emissionsOf,
  fakeControllerSource,
  kubeObject,
  MarbleAssertionError,
  marbleScheduler,
} from 'rx-informer/testing';

describe('marbleScheduler', () => {
  it('should pass if all expectations are met', () => {
    marbleScheduler().run(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const source = cold('-a|');

      expectObservable(source.pipe(delay(2))).toBe('---(a|)');
      expectObservable(source).toEqual(cold('-a|'));
      expectObservable(hot('--b'), '^ 3ms !').toBe('--b');
      expectSubscriptions(source.subscriptions).toBe(['^-!', '^-!']);
    });
    expect.assertions(0);
  });

  it('should show the emissions if they differ', () => {
    const run = (): void =>
      marbleScheduler().run(({ cold, expectObservable }) => {
        expectObservable(cold('-a|').pipe(delay(2))).toBe('-b-|');
      });

    expect(run).toThrow(MarbleAssertionError);
    expect(run).toThrow(`the marbles are not as expected

expected  -b-|
received  ---(a|)

at 1 ms: expected b, received nothing`);
  });

  it('should show subscriptions', () => {
    const run = (marbles: string | string[]) => (): void =>
      marbleScheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
        const source = cold('-a 3s |');
        expectObservable(source);
        expectObservable(source, '-(^!)');
        expectSubscriptions(source.subscriptions).toBe(marbles);
      });

    expect(run([])).toThrow(`the subscriptions are not as expected

expected  none
received  ^ 3001ms !
          -(^!)`);
    expect(run('-^')).toThrow('expected  -^\nreceived');
  });

  it('should report an endless stream, with which a TestScheduler would run forever', () => {
    expect(() => marbleScheduler({ maxFrames: 60_000 }).run(() => emissionsOf(interval(25_000)))).toThrow(
      'after 60000 ms there is more to come: a timer at 75000 ms. Leave what you subscribed to',
    );
    expect(() => marbleScheduler().run(() => emissionsOf(timer(60_000)))).not.toThrow();
  });

  describe('when an asap action unsubscribes a timer that is due in the same frame', () => {
    const asapUnsubscribes = (): void => {
      timer(10).subscribe(() => asapScheduler.schedule(() => later.unsubscribe()));
      const later = timer(10).subscribe();
      timer(20).subscribe();
    };

    it('should continue, although the TestScheduler of RxJS throws', () => {
      const plain = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
      expect(() => plain.run(asapUnsubscribes)).toThrow('Expected a due immediate or interval');

      const scheduler = marbleScheduler();
      scheduler.run(asapUnsubscribes);
      expect(scheduler.frame).toBe(20);
      assertNothingOpen(scheduler);
    });

    it('should run all actions that are due in that frame', () => {
      const seen = marbleScheduler().run(({ flush }) => {
        const first = timer(10).subscribe(() => asapScheduler.schedule(() => later.unsubscribe()));
        const later = timer(10).subscribe();
        const recorded = emissionsOf(timer(10, 10).pipe(map((at) => `${at}`)), '^ 35ms !');
        flush();
        expect(first.closed).toBe(true);
        return recorded;
      });
      assertMarbles(seen, '10ms 0 9ms 1 9ms 2');
    });

    it('should test an operator whose timer ends when the next change arrives', () => {
      const scheduler = marbleScheduler();
      const [changes, ticks] = scheduler.run(({ flush }) => {
        const source = fakeControllerSource();
        const pods = informer(source);
        const all = emissionsOf(pods.changes(), '^ 5s !');
        const late = emissionsOf(
          pods.changes().pipe(switchMap(({ key }) => timer(1000).pipe(map(() => key)))),
          '^ 5s !',
        );
        for (const at of [1000, 2000, 3000]) {
          scheduler.schedule(() => void source.add(kubeObject(`shop/at-${at}`)), at);
        }
        flush();
        return [all, late] as const;
      });

      assertChanges(changes, ['added shop/at-1000', 'added shop/at-2000', 'added shop/at-3000']);
      expect(ticks.values).toEqual(['shop/at-3000']);
    });

    it("should still fail with the errors of the test's own code", () => {
      const fails = (): void => void timer(10).subscribe(() => asapScheduler.schedule(throws));
      const throws = (): never => {
        throw new Error('mine');
      };
      expect(() => marbleScheduler().run(fails)).toThrow('mine');
    });
  });

  it('should refuse unknown options', () => {
    expect(() => marbleScheduler({ maxFrames: 0 })).toThrow(OptionsError);
    expect(() => marbleScheduler({ limit: 5 } as never)).toThrow("did you mean 'maxFrames'?");
    expect(() => marbleScheduler({ frames: 1 } as never)).toThrow(OptionsError);
  });
});
