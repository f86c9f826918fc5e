/** Characters of a message that the command prints: a server may send megabytes with each failure. */
const longestMessage = 1_000;

/** A text of at most `longest` characters, and `…` when the rest is cut off. */
export function short(text: string, longest: number = longestMessage): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
