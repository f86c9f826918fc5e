export type Oversize = 'too deep' | 'too many';

/**
 * The maximum number of levels of an object. A real API server allows ten thousand levels, and no Kubernetes
 * kind has a hundred.
 */
export const deepestJson = 500;

/**
 * Checks the size of a JSON text before the text is parsed. The check is cheap: it counts commas and opening
 * brackets.
 *
 * @param most - the limit for commas, and the limit for opening brackets; a text that passes the check contains
 * at most twice this number of values
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
