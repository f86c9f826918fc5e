/** An item that is sorted by the text `order`. */
export interface Ordered {
  readonly order: string;
}

/** Maximum number of items that are sorted or copied between two yields. */
export const stepItems = 1_024;

/**
 * Sorts items. Yields after each step of at most `stepItems` items, so that the caller can pause the work.
 */
export function* sortedInSteps<I extends Ordered>(items: readonly I[]): Generator<void, I[]> {
  let runs: I[][] = [];
  for (let at = 0; at < items.length; at += stepItems) {
    runs.push(items.slice(at, at + stepItems).sort(byOrder));
    yield;
  }
  while (runs.length > 1) {
    const longer: I[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(yield* mergedInSteps(runs[at] ?? [], runs[at + 1] ?? [], () => true));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

/**
 * Merges two sorted lists: inserts the items of `few` between the items of `many`. Leaves out each item for which
 * `isKept` returns false. Yields after each step of `stepItems` items. Uses an exponential search to find the index of
 * each item of `few`. So if `few` is short, most items of `many` are copied without a comparison.
 */
export function* mergedInSteps<I extends Ordered>(
  many: readonly I[],
  few: readonly I[],
  isKept: (item: I) => boolean,
): Generator<void, I[]> {
  const all: I[] = [];
  let taken = 0;
  let steps = 0;

  function* takeMany(end: number): Generator<void, void> {
    for (; taken < end; taken++) {
      const item = many[taken];
      if (item !== undefined && isKept(item)) all.push(item);
      if (++steps % stepItems === 0) yield;
    }
  }
  for (const item of few) {
    const end = lowerBound(many, item.order, taken);
    if (end > taken) yield* takeMany(end);
    if (isKept(item)) all.push(item);
    if (++steps % stepItems === 0) yield;
  }
  yield* takeMany(many.length);
  return all;
}

/**
 * Returns the index of the first item with the given order or a greater order. Uses an exponential search from the
 * index `from`.
 */
export function lowerBound(items: readonly Ordered[], order: string, from = 0): number {
  const isBefore = (at: number): boolean => (items[at]?.order ?? '') < order;
  let low = from;
  let step = 1;
  for (; low + step <= items.length && isBefore(low + step - 1); step *= 2) low += step;
  let high = Math.min(low + step - 1, items.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const byOrder = (a: Ordered, b: Ordered): number => (a.order < b.order ? -1 : Number(a.order > b.order));
