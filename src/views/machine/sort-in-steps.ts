/** Sorted as by `Array.prototype.sort`, in steps of a few milliseconds: short runs first, then two by two. */
export function* sortInSteps<V>(
  values: readonly V[],
  compare: (a: V, b: V) => number,
): Generator<void, V[], void> {
  let runs: V[][] = [];
  for (let from = 0; from < values.length; from += RUN) {
    runs.push(values.slice(from, from + RUN).sort(compare));
    // It counts as so many steps, for it takes as long: who looks at the clock every 32 steps looks after each run.
    for (let step = 0; step < RUN; step += 16) yield;
  }
  while (runs.length > 1) {
    const merged: V[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergeInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Two sorted arrays as one; of equals those of the first come first. */
export function* mergeInSteps<V>(
  first: V[],
  second: V[],
  compare: (a: V, b: V) => number,
): Generator<void, V[], void> {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  // What comes in order, or in reverse, is the usual case: a list by name, by age.
  if (compare(first.at(-1) as V, second[0] as V) <= 0) return first.concat(second);
  if (compare(second.at(-1) as V, first[0] as V) < 0) return second.concat(first);
  const merged: V[] = [];
  let [at, other] = [0, 0];
  while (at < first.length && other < second.length) {
    const [one, two] = [first[at] as V, second[other] as V];
    if (compare(one, two) <= 0) {
      merged.push(one);
      at += 1;
    } else {
      merged.push(two);
      other += 1;
    }
    if (merged.length % STRIDE === 0) yield;
  }
  for (; at < first.length; at += 1) merged.push(first[at] as V);
  for (; other < second.length; other += 1) merged.push(second[other] as V);
  return merged;
}

/** So many are sorted in one step. */
const RUN = 512;
/** So many are merged in one. */
const STRIDE = 128;
