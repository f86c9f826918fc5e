/**
 * One string for many equal ones. A fixed table in which a clash replaces: it needs no upkeep, and holds on to at most
 * 32,768 short strings (PF6). It belongs to the whole process, for a table for each collection would cost 256 KB each.
 *
 * The hash is over five characters: one over all of them costs twice as much and finds no more.
 */
export function intern(text: string): string {
  const { length } = text;
  let hash = length * 31 + text.charCodeAt(length - 1);
  hash = hash * 31 + text.charCodeAt(length - 2);
  hash = hash * 31 + text.charCodeAt(length - 4);
  hash = hash * 31 + text.charCodeAt(length >> 1);
  hash = hash * 31 + text.charCodeAt(3);
  const slot = hash & (slots - 1);
  const known = table[slot];
  if (known === text) return known;
  table[slot] = text;
  return text;
}

/** V8 has made shorter ones the same itself; longer ones are seldom equal, and dear to hold on to. */
export const isWorthInterning = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 10 && value.length <= 200;

const slots = 32_768;
const table = new Array<string | undefined>(slots).fill(undefined);
