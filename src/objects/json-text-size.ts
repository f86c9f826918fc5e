/** What JSON is that is too large to be worked on. */
export type Oversize = 'too deep' | 'too many';

/** So deep may objects stand in each other; the real server has ten thousand, and no kind comes near a hundred. */
export const deepestJson = 500;

/**
 * Whether a JSON text is larger than it may be, before it is parsed, at little cost: by its commas and its brackets, each of
 * which stands for one value at least. A text that passes has at most twice as many values.
 *
 * @param deepest - levels that it may have
 */
export function textOversize(
  text: string,
  most: number,
  deepest: number = deepestJson,
): Oversize | undefined {
  let [commas, opened, depth] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case comma:
        if (++commas >= most) return 'too many';
        break;
      case brace:
      case bracket:
        if (++depth > deepest + 1) return 'too deep';
        if (++opened > most) return 'too many';
        break;
      case closingBrace:
      case closingBracket:
        depth--;
    }
  }
  return undefined;
}

/** Where a string ends that begins at a position of a JSON text: at its second quote. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ;) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
    at = end + 1;
  }
}

const [quote, comma, brace, closingBrace, bracket, closingBracket] = [0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];
