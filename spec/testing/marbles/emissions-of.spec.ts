import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, of, throwError, timer } from 'rxjs';
import { OptionsError } from 'rx-informer';
import { emissionsOf, marbleScheduler, marblesOf } from 'rx-informer/testing';

describe('emissionsOf', () => {
  it('should record values and completion with their times', () => {
    const seen = marbleScheduler().run(({ cold }) => emissionsOf(cold('-a-(bc)-|')));

    expect(seen.emissions).toEqual([
      { frame: 1, notification: { kind: 'N', value: 'a' } },
      { frame: 3, notification: { kind: 'N', value: 'b' } },
      { frame: 3, notification: { kind: 'N', value: 'c' } },
      { frame: 8, notification: { kind: 'C' } },
    ]);
    expect(seen.values).toEqual(['a', 'b', 'c']);
    expect(seen.closed).toBe(true);
  });

  it.each([
    ['an empty source', EMPTY, '|', true],
    ['a source that never emits', NEVER, '', false],
    ['a synchronous source', concat(of('a'), NEVER), 'a', false],
    ['an error', throwError(() => new Error('gone')), '#\n# = Error: gone', true],
  ])('should record %s', (_what, source$, drawn, closed) => {
    const seen = marbleScheduler().run(() => emissionsOf<unknown>(source$));

    expect([marblesOf(seen), seen.closed]).toEqual([drawn, closed]);
  });

  it('should subscribe and unsubscribe as its diagram says, and leave no timer', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ cold, flush, expectSubscriptions }) => {
      const source = cold('a-b-c-d-e');
      const seen = emissionsOf(source, '--^ 3ms !');
      emissionsOf(cold('a|'), '^ 5s !');
      flush();

      expect(marblesOf(seen)).toBe('--a-b');
      expect(seen.closed).toBe(true);
      expectSubscriptions(source.subscriptions).toBe('--^---!');
    });
    expect(scheduler.frame).toBeLessThan(10);
  });

  it('should unsubscribe synchronously if the diagram says so', () => {
    marbleScheduler().run(({ cold, expectSubscriptions }) => {
      const source = cold('a-b');
      const seen = emissionsOf(source);
      seen.unsubscribe();

      expect(seen.closed).toBe(true);
      expectSubscriptions(source.subscriptions).toBe('(^!)');
    });
  });

  it('should also record in real time', async () => {
    const seen = emissionsOf(timer(1));
    while (!seen.closed) await new Promise((resolve) => setTimeout(resolve, 1));

    expect(seen.values).toEqual([0]);
    expect(seen.emissions.map(({ frame }) => frame < 60_000)).toEqual([true, true]);
  });

  it('should refuse an invalid observable, and an invalid diagram', () => {
    expect(() => emissionsOf([] as never)).toThrow(OptionsError);
    expect(() => emissionsOf(EMPTY, 5 as never)).toThrow(OptionsError);
  });

  it.each(['^ 5x !', 'a b', '', '-!', '--!-^', '^^'])(
    'should refuse an invalid subscription: %p',
    (diagram) => {
      expect(() => emissionsOf(of(1), diagram)).toThrow(OptionsError);
    },
  );
});
