export type Oversize = 'too deep' | 'too many';

/** In levels: the allowed depth of an object. A real server allows ten thousand levels, and no kind reaches a hundred. */
export const deepestJson = 500;

/**
 * Checks the size of a JSON text cheaply before the parse: counts commas and brackets, each of which means at least one value. A
 * text that passes has at most twice as many values as `most`.
 *
 * @param deepest - the allowed depth, in levels
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

/** Returns the index of the closing quote of a string in a JSON text. The string begins at `start`. */
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
