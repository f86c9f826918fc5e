import { describe, expect, it } from '@jest/globals';
import { Subject, takeUntil } from 'rxjs';
import { used } from '../../src/delivery/used.ts';

/** Counts up to three; `notes` hears each number, and when it was left off. */
function counted(notes: unknown[], onNumber: (number: number) => void = () => undefined) {
  return function* (): Generator<number, void> {
    let isDone = false;
    try {
      for (let number = 1; number <= 3; number++) {
        notes.push(number);
        onNumber(number);
        yield number;
      }
      isDone = true;
    } finally {
      if (!isDone) notes.push('left off');
    }
  };
}

describe('used', () => {
  it('should run through the values at each subscription, emit none and complete', () => {
    const notes: unknown[] = [];
    const used$ = used(counted(notes));
    for (let times = 0; times < 2; times++) {
      used$.subscribe({ next: (value) => notes.push(value), complete: () => notes.push('complete') });
    }

    expect(notes).toEqual([1, 2, 3, 'complete', 1, 2, 3, 'complete']);
  });

  it('should stop as soon as nobody is subscribed, even during the subscription', () => {
    const notes: unknown[] = [];
    const stop = new Subject<void>();
    const stopAtTwo = (number: number): void => {
      if (number === 2) stop.next();
    };

    used(counted(notes, stopAtTwo)).pipe(takeUntil(stop)).subscribe();

    expect(notes).toEqual([1, 2, 'left off']);
  });

  it('should end with what a value throws', () => {
    const notes: unknown[] = [];
    const thrown = new Error('two');
    const throwAtTwo = (number: number): void => {
      if (number === 2) throw thrown;
    };

    used(counted(notes, throwAtTwo)).subscribe({ error: (error: unknown) => notes.push(error) });

    expect(notes).toEqual([1, 2, 'left off', thrown]);
  });
});
