import { expect } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';

/** A scheduler in virtual time that compares diagrams with Jest's `toEqual`. */
export function marbles(): TestScheduler {
  return new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
}
