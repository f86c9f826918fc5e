import { expect } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';

/** A scheduler in virtual time whose diagrams are compared by Jest. */
export function marbles(): TestScheduler {
  return new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
}
