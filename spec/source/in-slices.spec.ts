import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { concat, of } from 'rxjs';
import { workInSlices, type Work } from '../../src/source/in-slices.ts';
import { marbles } from '../support/marbles.ts';

describe('workInSlices', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Work of so many pieces of a ms each, by a clock that it moves. */
  const pieces = (count: number): { work: Work; left: () => number } => {
    let now = 1_000;
    let left = count;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    return {
      left: () => left,
      work(pause) {
        while (left > 0) {
          left--;
          now++;
          if (pause()) return false;
        }
        return true;
      },
    };
  };

  it('should do it all in one slice in virtual time (PF9)', () => {
    marbles().run(({ expectObservable, flush }) => {
      let asked = 0;
      const work: Work = (pause) => {
        for (let i = 0; i < 10_000; i++) if (pause()) asked++;
        return true;
      };

      expectObservable(concat(workInSlices(work), of('x'))).toBe('(x|)');
      flush();

      expect(asked).toBe(0);
    });
  });

  it('should pause after 5 ms, let others in, and go on (PF9)', async () => {
    const { work, left } = pieces(12);
    const seen: number[] = [];

    await new Promise<void>((resolve, reject) => {
      workInSlices(work).subscribe({ complete: resolve, error: reject });
      const look = (): void => {
        seen.push(left());
        if (left() > 0) setImmediate(look);
      };
      look();
    });

    expect(seen).toEqual([7, 2]);
    expect(left()).toBe(0);
  });

  it('should fail with what the work throws', () => {
    marbles().run(({ expectObservable }) => {
      const work: Work = () => {
        throw new Error('mine');
      };

      expectObservable(workInSlices(work)).toBe('#', undefined, new Error('mine'));
    });
  });

  it('should stop when unsubscribed between two slices', async () => {
    const { work, left } = pieces(12);

    workInSlices(work).subscribe().unsubscribe();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    expect(left()).toBe(7);
  });

  it('should do the work for each subscription', () => {
    let runs = 0;
    const done$ = workInSlices(() => ++runs > 0);

    done$.subscribe();
    done$.subscribe();

    expect(runs).toBe(2);
  });
});
