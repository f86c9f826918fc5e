import { describe, expect, it } from '@jest/globals';
import { concatMap, merge, mergeMap, of, queueScheduler, range, repeat, take } from 'rxjs';
import { trampoline$, trampolined } from '../../src/scheduling/index.ts';

describe('trampolined', () => {
  it('should emit at once, and complete', () => {
    const emitted: unknown[] = [];
    trampolined('a').subscribe({ next: (value) => emitted.push(value), complete: () => emitted.push('end') });

    expect(emitted).toEqual(['a', 'end']);
  });

  it('should keep the stack flat where each completion begins the next one', () => {
    let count = 0;
    range(0, 20_000)
      .pipe(concatMap((value) => trampolined(value)))
      .subscribe(() => count++);

    expect(count).toBe(20_000);
  });

  it('should emit nothing inside another emission', () => {
    const emitted: string[] = [];
    trampolined('outer')
      .pipe(mergeMap((value) => merge(trampolined('inner'), of(value))))
      .subscribe((value) => emitted.push(value));

    expect(emitted).toEqual(['outer', 'inner']);
  });

  it('should emit nothing after an unsubscribe', () => {
    const emitted: string[] = [];
    queueScheduler.schedule(() => {
      trampolined('left')
        .subscribe((value) => emitted.push(value))
        .unsubscribe();
    });

    expect(emitted).toEqual([]);
  });
});

describe('trampoline$', () => {
  it('should repeat at once with a flat stack', () => {
    let count = 0;
    trampolined(0)
      .pipe(repeat({ delay: () => trampoline$ }), take(20_000))
      .subscribe(() => count++);

    expect(count).toBe(20_000);
  });
});
