import { describe, expect, it } from '@jest/globals';
import { delay, interval, timer } from 'rxjs';
import { OptionsError } from 'rx-informer';
import { emissionsOf, MarbleAssertionError, marbleScheduler } from 'rx-informer/testing';

describe('marbleScheduler', () => {
  it('should pass what is as it should be', () => {
    marbleScheduler().run(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const source = cold('-a|');

      expectObservable(source.pipe(delay(2))).toBe('---(a|)');
      expectObservable(source).toEqual(cold('-a|'));
      expectObservable(hot('--b'), '^ 3ms !').toBe('--b');
      expectSubscriptions(source.subscriptions).toBe(['^-!', '^-!']);
    });
    expect.assertions(0);
  });

  it('should show what came where it is not', () => {
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

  it('should tell what never ends, where a TestScheduler would run for ever', () => {
    expect(() => marbleScheduler({ limit: 60_000 }).run(() => emissionsOf(interval(25_000)))).toThrow(
      'after 60000 ms there is more to come: a timer at 75000 ms. Leave what you subscribed to',
    );
    expect(() => marbleScheduler().run(() => emissionsOf(timer(60_000)))).not.toThrow();
  });

  it('should refuse options that it does not have', () => {
    expect(() => marbleScheduler({ limit: 0 })).toThrow(OptionsError);
    expect(() => marbleScheduler({ frames: 1 } as never)).toThrow(OptionsError);
  });
});
