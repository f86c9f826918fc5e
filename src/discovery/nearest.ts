/** Returns the words that differ from a mistyped word in at most two letters. The most similar words come first. */
export function nearest(mistyped: string, words: readonly string[]): readonly string[] {
  const meant = mistyped.toLowerCase();
  return words
    .map((word) => ({ word, edits: editsUpTo(most, meant, word) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .map(({ word }) => word);
}

const most = 2;

/**
 * Counts the letters to insert, remove or replace (Levenshtein distance). Returns `limit + 1` if the distance is more
 * than `limit`. A server may offer 100,000 long names. With a small limit, the function reads each name a few times;
 * the full Levenshtein matrix would take a minute.
 *
 * @param i - index in `from` at which the comparison begins
 * @param j - index in `to` at which the comparison begins
 */
export function editsUpTo(limit: number, from: string, to: string, i = 0, j = 0): number {
  if (Math.abs(from.length - i - (to.length - j)) > limit) return limit + 1;
  while (i < from.length && from.charCodeAt(i) === to.charCodeAt(j)) {
    i++;
    j++;
  }
  if (i >= from.length || j >= to.length) return Math.max(from.length - i, to.length - j);
  if (limit === 0) return 1;
  const inserted = editsUpTo(limit - 1, from, to, i, j + 1);
  const dropped = editsUpTo(limit - 1, from, to, i + 1, j);
  const replaced = editsUpTo(limit - 1, from, to, i + 1, j + 1);
  return 1 + Math.min(inserted, dropped, replaced);
}
