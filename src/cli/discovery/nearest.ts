/** The words that differ least from one that was mistyped: by two letters at most, the nearest first. */
export function nearest(mistyped: string, words: readonly string[]): readonly string[] {
  return words
    .filter((word) => Math.abs(word.length - mistyped.length) <= 2) // else more than two letters differ
    .map((word) => ({ word, edits: distance(mistyped.toLowerCase(), word) }))
    .filter(({ edits }) => edits <= 2)
    .sort((a, b) => a.edits - b.edits)
    .map(({ word }) => word);
}

/** Letters to insert, drop or replace (Levenshtein's). */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
