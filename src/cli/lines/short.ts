/** Characters of a message that the command prints: a server may send megabytes with each failure. */
const longestMessage = 1_000;

/** A text of at most `longestMessage` characters, and `…` when the rest is cut off. */
export function short(text: string): string {
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}
