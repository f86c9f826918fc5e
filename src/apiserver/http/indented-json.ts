import { encode } from '../wire/encode.ts';
import type { Rewriter } from './rewritten.ts';

/**
 * Creates a function that indents JSON as `JSON.stringify` does. The function converts a body piece by piece, so the
 * server never needs the whole body in memory.
 */
export function indentedJson(): Rewriter {
  const decoder = new TextDecoder();
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** `true` after the start of an object or a list, until the first member or item. */
  let isEntered = false;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;

  const before = (character: string): string => {
    switch (character) {
      case ' ':
      case '\n':
        return '';
      case '}':
      case ']': {
        depth--;
        const line = isEntered ? '' : newLine();
        isEntered = false;
        return line;
      }
      default: {
        const line = isEntered ? newLine() : '';
        isEntered = false;
        return line;
      }
    }
  };
  const written = (character: string): string => {
    const line = before(character);
    switch (character) {
      case ' ':
      case '\n':
        return '';
      case '{':
      case '[':
        depth++;
        isEntered = true;
        return line + character;
      case ',':
        return `,${newLine()}`;
      case ':':
        return ': ';
      case '"':
        isInText = true;
    }
    return line + character;
  };

  return function* (piece) {
    const text = piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    let out = '';
    for (let at = 0; at < text.length; at++) {
      if (isInText) {
        const start = at;
        for (; at < text.length && isInText; at++) {
          const character = text[at];
          if (isEscaped) isEscaped = false;
          else if (character === '\\') isEscaped = true;
          else if (character === '"') isInText = false;
        }
        out += text.slice(start, at);
        at--;
      } else out += written(text[at] ?? '');
      if (out.length < pieceSize) continue;
      yield encode(out);
      out = '';
    }
    if (out !== '') yield encode(out);
  };
}

const pieceSize = 65_536;
