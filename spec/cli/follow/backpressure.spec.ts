import { describe, it } from '@jest/globals';
import { map } from 'rxjs';
import { backpressure } from '../../../src/cli/follow/backpressure.ts';
import { marbles } from '../../support/marbles.ts';

const batch = (size: number): readonly number[] => Array.from({ length: size }, (_, at) => at);
const batches = { l: batch(10_000), e: batch(1) };

describe('backpressure', () => {
  it('should close when much waits and nobody reads, and open when most is written', () => {
    marbles().run(({ cold, expectObservable }) => {
      const told: string[] = [];
      const pressure = backpressure(
        (waiting) => told.push(`${waiting} wait`),
        () => told.push('go on'),
      );
      cold('l 2s e', batches).pipe(pressure.arriving()).subscribe();
      cold('3s (www)')
        .pipe(map(() => batch(3_001).forEach(() => pressure.written())))
        .subscribe();

      expectObservable(pressure.open$).toBe('t 2s f 998ms t', { t: true, f: false });
      expectObservable(cold('4s x|').pipe(map(() => [...told]))).toBe('4s x|', {
        x: ['10001 wait', 'go on'],
      });
    });
  });

  it('should let every batch through as it is', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const pressure = backpressure(
        () => undefined,
        () => undefined,
      );
      const e1 = cold('l-e-|', batches);
      expectObservable(e1.pipe(pressure.arriving())).toBe('l-e-|', batches);
      expectObservable(e1.pipe(pressure.arriving()), '--^-!').toBe('--l-', batches);
      expectSubscriptions(e1.subscriptions).toBe(['^---!', '--^-!']);
      expectObservable(cold<readonly number[]>('#').pipe(pressure.arriving())).toBe('#');
      expectObservable(cold<readonly number[]>('-').pipe(pressure.arriving())).toBe('-');
    });
  });
});
