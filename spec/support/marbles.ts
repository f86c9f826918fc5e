import { expect } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';

/** Returns a TestScheduler that compares marble diagrams with Jest's `toEqual`. */
export function marbles(): TestScheduler {
  return new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
}
