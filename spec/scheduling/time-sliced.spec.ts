import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { concat, of } from 'rxjs';
import { marbles } from '../support/marbles.ts';
import { type Work, workInSlices } from '../../src/scheduling/index.ts';

describe('workInSlices', () => {
  afterEach(async () => {
    jest.restoreAllMocks();
    await new Promise((resolve) => setImmediate(resolve));
  });

  let now = 1_000;
  /** Returns work that consists of `count` pieces. Each piece moves the mocked clock by 1 ms. */
  const pieces = (count: number): { work: Work; left: () => number } => {
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

  it('should finish in one slice in virtual time (PF9)', () => {
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

  it('should pause after 5 ms, yield to other tasks, and continue (PF9)', async () => {
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

  it('should start in a later turn when other slices have spent the time of this turn (PF9)', async () => {
    const all = Array.from({ length: 7 }, () => pieces(5));
    const left = (): string => all.map((one) => one.left()).join('');

    all.forEach(({ work }) => workInSlices(work).subscribe());
    const seen = [left()];
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(left());
    }

    expect(seen).toEqual(['0000555', '0000000', '0000000', '0000000']);
  });

  it('should not start if unsubscribed while it waits for a turn', async () => {
    const all = Array.from({ length: 5 }, () => pieces(5));

    const subscriptions = all.map(({ work }) => workInSlices(work).subscribe());
    subscriptions.at(-1)?.unsubscribe();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    expect(all.map((one) => one.left())).toEqual([0, 0, 0, 0, 5]);
  });

  it('should emit an error that the work throws', () => {
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

  it('should repeat the work for each subscription', () => {
    let runs = 0;
    const done$ = workInSlices(() => ++runs > 0);

    done$.subscribe();
    done$.subscribe();

    expect(runs).toBe(2);
  });
});
