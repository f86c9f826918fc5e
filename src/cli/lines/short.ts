/** The maximum number of characters of a printed message. A server may send megabytes with each failure. */
const longestMessage = 1_000;

/** Cuts a text. `longest` is the maximum number of characters. If the text is cut, appends `…`. */
export function short(text: string, longest: number = longestMessage): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
