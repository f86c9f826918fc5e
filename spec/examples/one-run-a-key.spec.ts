import { describe, it } from '@jest/globals';
import { defer, map, type Observable, of, throwError, timer } from 'rxjs';
import { marbleScheduler } from 'rx-informer/testing';
import { oneRunAKey } from '../../examples/pod-keeper/one-run-a-key.ts';

/** Takes so many ms, and tells its key when it is done. */
const takes =
  (ms: number) =>
  (key: string): Observable<string> =>
    timer(ms).pipe(map(() => key));

/** Fails so many times, at once. */
const fails =
  (times: number) =>
  (key: string): Observable<string> =>
    defer(() => (times-- > 0 ? throwError(() => new Error('no')) : of(key)));

const never = 86_000_000;

describe('oneRunAKey', () => {
  it.each([
    ['one run for one touch', '-a', '----a'],
    ['one more run for all that came meanwhile', '-a-(aa)', '----a--a'],
    ['keys beside one another', '-ab', '----ab'],
    ['a run for each touch that comes when it is idle', 'a---a', '---a---a'],
    ['nothing, for one that never emits', '-', '-'],
  ])('should make %s', (_what, keys, told) => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      expectObservable(hot(keys).pipe(oneRunAKey(takes(3), never)), '^ 60ms !').toBe(told);
    });
  });

  it('should look again when nothing came for so long, and begin to count anew when something comes', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      const keys$ = hot('a----a');

      expectObservable(keys$.pipe(oneRunAKey(takes(1), 10)), '^ 27ms !').toBe('-a----a---------a---------a');
    });
  });

  it('should try again what failed, later each time, up to a minute', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      const at = (ms: number): string => `a failed, again in ${ms} ms: Error: no`;
      const told = {
        b: at(1000),
        c: at(2000),
        d: at(4000),
        e: at(8000),
        f: at(16000),
        g: at(32000),
        h: at(60000),
      };

      expectObservable(hot('a').pipe(oneRunAKey(fails(7), never)), '^ 3m !').toBe(
        'b 999ms c 1999ms d 3999ms e 7999ms f 15999ms g 31999ms h 59999ms a',
        { ...told, a: 'a' },
      );
    });
  });

  it('should hold up no other key while one waits', () => {
    marbleScheduler().run(({ hot, expectObservable }) => {
      const work = (key: string): Observable<string> =>
        key === 'a' ? throwError(() => new Error('no')) : of(key);
      const keys$ = hot('a--b').pipe(
        oneRunAKey(work, never),
        map((line) => line.slice(0, 1)),
      );

      expectObservable(keys$, '^ 100ms !').toBe('a--b');
    });
  });

  it('should pass an error of its source on, and leave what runs when it is unsubscribed', () => {
    marbleScheduler().run(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const [source, work] = [hot('-a-'), cold('----x')];

      expectObservable(source.pipe(oneRunAKey(() => work, never)), '^--!').toBe('-');
      expectSubscriptions(source.subscriptions).toBe('^--!');
      expectSubscriptions(work.subscriptions).toBe('-^-!');
      expectObservable(cold('-a#').pipe(oneRunAKey(takes(3), never))).toBe('--#');
    });
  });

  it('should keep nothing from one subscription to the next', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const told$ = cold('-a-|').pipe(oneRunAKey(takes(1), never));

      expectObservable(told$, '^ 9ms !').toBe('--a');
      expectObservable(told$, '--- ^ 9ms !').toBe('-----a');
    });
  });
});
