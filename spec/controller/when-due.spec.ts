import { describe, it } from '@jest/globals';
import { asyncScheduler, EMPTY, map, NEVER, throwError } from 'rxjs';
import { marbleScheduler } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { whenDue } from '../../src/controller/when-due.ts';

const now = (): number => asyncScheduler.now();
const times = { x: 5, y: 8, n: undefined, z: 2 };
const toX = map(() => 'x');

describe('whenDue', () => {
  it('should emit at the latest time', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      expectObservable(cold('x---------|', times).pipe(whenDue(now), toX)).toBe('-----x----|');
      expectObservable(cold('x-y-------|', times).pipe(whenDue(now), toX)).toBe('--------x-|');
      expectObservable(cold('x-n-------|', times).pipe(whenDue(now), toX)).toBe('----------|');
    });
  });

  it('should emit immediately for a time that has passed, and again for the same time after it has emitted', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      expectObservable(cold('----z-z---|', times).pipe(whenDue(now), toX)).toBe('----x-x---|');
    });
  });

  it('should not start a timer again for an equal time', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      expectObservable(cold('xxxx------|', times).pipe(whenDue(now), toX)).toBe('-----x----|');
    });
  });

  it('should continue to wait if a timer fires early, or cannot be as long as the wait', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const slow = (): number => asyncScheduler.now() / 2;
      expectObservable(cold('x', times).pipe(whenDue(slow), toX)).toBe('10ms x');
    });
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('x', { x: 3_000_000_000 }).pipe(whenDue(now), toX)).toBe('3000000000ms x');
    });
  });

  it('should follow the marbles: empty, never, error, early unsubscribe, resubscribe', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const error = new Error('no luck');
      expectObservable(EMPTY.pipe(whenDue(now))).toBe('|');
      expectObservable(NEVER.pipe(whenDue(now))).toBe('');
      expectObservable(throwError(() => error).pipe(whenDue(now))).toBe('#', {}, error);
      const due$ = cold('x---------|', times).pipe(whenDue(now), toX);
      expectObservable(due$, '^--!').toBe('');
      expectObservable(due$, '------^').toBe('------x---------|');
    });
  });
});
