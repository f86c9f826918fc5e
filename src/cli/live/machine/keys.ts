import type { Move } from './viewport.ts';

/** The meaning of a key in a live table. */
export type Key = Move | 'quit' | 'suspend';

/**
 * Returns the keys in the input from a terminal. Ignores input without a meaning. Also ignores moves after the first
 * hundred keys: a pasted text contains thousands of characters, and each move computes the layout of the table again.
 */
export function keysOf(text: string): readonly Key[] {
  return Array.from(text.matchAll(sequence), ([key]) => meanings.get(key))
    .filter((key) => key !== undefined)
    .filter((key, nth) => nth < 100 || key === 'quit' || key === 'suspend');
}

// eslint-disable-next-line no-control-regex -- the sequences of keys begin with ESC
const sequence = /\u001b\[[0-9;]*[A-Za-z~]|\u001bO[A-Za-z]|[^]/gu;

const meanings: ReadonlyMap<string, Key> = new Map<string, Key>([
  ...bind('up', '\u001b[A', '\u001bOA', 'k'),
  ...bind('down', '\u001b[B', '\u001bOB', 'j', '\r'),
  ...bind('pageUp', '\u001b[5~', '\u0002', 'b'), // Ctrl-B
  ...bind('pageDown', '\u001b[6~', '\u0006', ' ', 'f'), // Ctrl-F
  ...bind('top', '\u001b[H', '\u001bOH', '\u001b[1~', '\u001b[7~', 'g'),
  ...bind('end', '\u001b[F', '\u001bOF', '\u001b[4~', '\u001b[8~', 'G'),
  ...bind('next', '\t'),
  ...bind('previous', '\u001b[Z'), // Shift-Tab
  ...bind('quit', 'q', '\u0003', '\u0004'), // Ctrl-C, Ctrl-D
  ...bind('suspend', '\u001a'), // Ctrl-Z
]);

function bind(meaning: Key, ...keys: readonly string[]): readonly (readonly [string, Key])[] {
  return keys.map((key) => [key, meaning]);
}
