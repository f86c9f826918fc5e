import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ArrayQueue } from '../../../src/recording/machine/array-queue.ts';

it('should give values in the order of an array, whatever is pushed and shifted between', () => {
  const pushes = fc.record({ push: fc.integer({ min: 0, max: 3_000 }) });
  const shifts = fc.record({ shift: fc.integer({ min: 0, max: 3_000 }) });
  fc.assert(
    fc.property(fc.array(fc.oneof(pushes, shifts), { maxLength: 12 }), (steps) => {
      const queue = new ArrayQueue<number>();
      const reference: number[] = [];
      let next = 0;
      for (const step of steps) {
        if ('push' in step) {
          for (let n = 0; n < step.push; n++) {
            queue.push(next);
            reference.push(next++);
          }
        } else {
          const expected = reference.splice(0, step.shift);
          const taken = Array.from({ length: expected.length }, () => queue.shift());
          expect(taken).toEqual(expected);
        }
        expect(queue.size).toBe(reference.length);
        expect(queue.peek()).toBe(reference[0]);
      }
    }),
    { numRuns: 30 },
  );
});

it('should give undefined where it is empty, and values that come after that', () => {
  const queue = new ArrayQueue<string>();
  expect(queue.shift()).toBeUndefined();
  queue.push('a');
  expect(queue.shift()).toBe('a');
  expect(queue.shift()).toBeUndefined();
  expect(queue.size).toBe(0);
});
