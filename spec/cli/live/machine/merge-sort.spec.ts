import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import {
  mergedInSteps,
  type Ordered,
  sortedInSteps,
  stepItems,
} from '../../../../src/cli/live/machine/merge-sort.ts';

interface Result {
  readonly value: readonly Ordered[];
  readonly steps: number;
}

function finished(work: Generator<void, readonly Ordered[]>): Result {
  let steps = 1;
  let next = work.next();
  for (; next.done !== true; next = work.next()) steps++;
  return { value: next.value, steps };
}

const itemsOf = (orders: readonly string[]): readonly Ordered[] => orders.map((order) => ({ order }));
const ordersOf = (items: readonly Ordered[]): readonly string[] => items.map(({ order }) => order);
const naive = (orders: readonly string[]): readonly string[] => [...orders].sort();
const all = (): boolean => true;

/** Returns numbers whose alphabetical order differs from their numeric order. */
const scattered = (length: number): readonly string[] =>
  Array.from({ length }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36));

/** Returns items that count how often their order is read. */
function counting(orders: readonly string[]): {
  readonly items: readonly Ordered[];
  readonly reads: () => number;
} {
  let reads = 0;
  const items = orders.map((order) => ({
    get order() {
      reads++;
      return order;
    },
  }));
  return { items, reads: () => reads };
}

describe('sortedInSteps', () => {
  it('should sort as Array.sort does', () => {
    const orders = fc.array(fc.string({ maxLength: 3 }), { maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(orders, fc.constantFrom(1, 60), (some, times) => {
        const given = Array.from({ length: times }, (_, at) => some.map((one) => `${one}${at}`)).flat();

        expect(ordersOf(finished(sortedInSteps(itemsOf(given))).value)).toEqual(naive(given));
      }),
    );
  });

  it('should read no more orders in a step than the sort of one run', () => {
    const { items, reads } = counting(scattered(20 * stepItems));
    const work = sortedInSteps(items);
    let most = 0;
    for (let before = 0, done = false; !done; before = reads()) {
      done = work.next().done === true;
      most = Math.max(most, reads() - before);
    }

    expect(most).toBeLessThan(4 * stepItems * Math.log2(stepItems));
  });

  it('should read few orders of sorted items', () => {
    const { items, reads } = counting(naive(scattered(20 * stepItems)));
    finished(sortedInSteps(items));

    expect(reads()).toBeLessThan(30 * items.length);
  });
});

describe('mergedInSteps', () => {
  it('should drop removed items, and sort the others', () => {
    const texts = fc.array(fc.string({ maxLength: 2 }));
    fc.assert(
      fc.property(texts, texts, fc.string({ maxLength: 1 }), (many, few, unwanted) => {
        const isKept = ({ order }: Ordered): boolean => !order.startsWith(unwanted) || unwanted === '';
        const merged = finished(mergedInSteps(itemsOf(naive(many)), itemsOf(naive(few)), isKept)).value;
        const expected = naive([...many, ...few]).filter((order) => isKept({ order }));

        expect(ordersOf(merged)).toEqual(expected);
      }),
    );
  });

  it('should copy many items, and compare few of them', () => {
    const { items, reads } = counting(naive(scattered(100 * stepItems)));
    const { value, steps } = finished(mergedInSteps(items, itemsOf(['1', 'a', 'h', 'z']), all));

    expect(value).toHaveLength(items.length + 4);
    expect(reads()).toBeLessThan(4 * 2 * Math.log2(items.length) + 20);
    expect(steps).toBeGreaterThan(100);
  });
});
