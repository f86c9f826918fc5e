import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, throwError } from 'rxjs';
import { direct } from '../../src/delivery/direct.ts';

describe('direct', () => {
  it('should tell the subscriber what the work gives it, and its end', () => {
    const notes: unknown[] = [];
    const told$ = direct<number>((outlet) => {
      outlet.next(1);
      return EMPTY;
    });
    for (let times = 0; times < 2; times++) {
      told$.subscribe({ next: (value) => notes.push(value), complete: () => notes.push('complete') });
    }

    expect(notes).toEqual([1, 'complete', 1, 'complete']);
  });

  it('should fail as the work does', () => {
    const notes: unknown[] = [];
    const broken = new Error('broken');
    direct(() => throwError(() => broken)).subscribe({ error: (error: unknown) => notes.push(error) });

    expect(notes).toEqual([broken]);
  });

  it('should close the outlet, and leave the work, when it is unsubscribed', () => {
    const notes: unknown[] = [];
    const subscription = direct((outlet) => {
      outlet.add(() => notes.push('closed'));
      return NEVER;
    }).subscribe();
    expect(notes).toEqual([]);

    subscription.unsubscribe();

    expect(notes).toEqual(['closed']);
  });
});
