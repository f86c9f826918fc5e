import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { asyncScheduler, map } from 'rxjs';
import { afterTask$, asSlice, taskEnd$ } from '../../src/scheduling/index.ts';
import { marbles } from '../support/marbles.ts';

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each([
  ['taskEnd$', taskEnd$],
  ['afterTask$', afterTask$],
])('%s', (_, end$) => {
  beforeEach(turnOfEventLoop);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should emit behind the task, before the event loop turns, and complete', async () => {
    const emitted: string[] = [];
    end$.subscribe({ next: () => emitted.push('next'), complete: () => emitted.push('complete') });
    emitted.push('task');
    await Promise.resolve();

    expect(emitted).toEqual(['task', 'next', 'complete']);
  });

  it('should emit nothing after an unsubscribe', async () => {
    const emitted: unknown[] = [];
    end$.subscribe((value) => emitted.push(value)).unsubscribe();
    await turnOfEventLoop();

    expect(emitted).toEqual([]);
  });

  it('should emit within the frame in virtual time', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(end$.pipe(map(() => 'a'))).toBe('(a|)');
    });
  });
});

describe('afterTask$, where slices have used up the turn of the event loop', () => {
  beforeEach(turnOfEventLoop);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should emit in a later turn', async () => {
    let now = Date.now();
    jest.spyOn(asyncScheduler, 'now').mockImplementation(() => now);
    asSlice(() => (now += 25));
    let count = 0;
    afterTask$.subscribe(() => count++);
    await Promise.resolve();
    const before = count;
    await turnOfEventLoop();
    await turnOfEventLoop();

    expect([before, count]).toEqual([0, 1]);
  });
});
