import { describe, expect, it } from '@jest/globals';
import { concatMap, map, merge, mergeMap, of, queueScheduler, range, repeat, take } from 'rxjs';
import { trampoline$ } from '../../src/scheduling/index.ts';

describe('trampoline$', () => {
  it('should emit at once, and complete', () => {
    const emitted: unknown[] = [];
    trampoline$.subscribe({ next: (value) => emitted.push(value), complete: () => emitted.push('end') });

    expect(emitted).toEqual([undefined, 'end']);
  });

  it('should keep the stack flat where each completion begins the next one', () => {
    let count = 0;
    range(0, 20_000)
      .pipe(concatMap(() => trampoline$))
      .subscribe(() => count++);

    expect(count).toBe(20_000);
  });

  it('should emit nothing inside another emission', () => {
    const emitted: string[] = [];
    trampoline$
      .pipe(mergeMap(() => merge(trampoline$.pipe(map(() => 'inner')), of('outer'))))
      .subscribe((value) => emitted.push(value));

    expect(emitted).toEqual(['outer', 'inner']);
  });

  it('should emit nothing after an unsubscribe', () => {
    const emitted: unknown[] = [];
    queueScheduler.schedule(() => {
      trampoline$.subscribe((value) => emitted.push(value)).unsubscribe();
    });

    expect(emitted).toEqual([]);
  });

  it('should repeat at once with a flat stack', () => {
    let count = 0;
    of(0)
      .pipe(repeat({ delay: () => trampoline$ }), take(20_000))
      .subscribe(() => count++);

    expect(count).toBe(20_000);
  });
});
