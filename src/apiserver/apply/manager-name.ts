import { copyOf } from '../../objects/index.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns the name of a manager: the `fieldManager` of the query, or else the part of the `User-Agent` before its first
 * slash (P124). Copies the name, because the object keeps it: a substring of the query would keep up to 512 KiB in
 * memory.
 */
export function managerName(query: URLSearchParams, userAgent: string | undefined): string {
  const named = query.get('fieldManager') ?? '';
  return named === '' ? fromUserAgent(userAgent ?? '') : copyOf(named);
}

function fromUserAgent(userAgent: string): string {
  const [program = ''] = userAgent.split('/', 1);
  let name = '';
  for (const character of program) {
    if (!isPrintable(character)) continue;
    if (bytesIn(name + character) > longest) break;
    name += character;
  }
  return name;
}

/** Checks the `fieldManager` that a client gives. */
export function managerNameErrors(query: URLSearchParams): readonly FieldError[] {
  const name = query.get('fieldManager') ?? '';
  const errors: FieldError[] = [];
  if (bytesIn(name) > longest) {
    const message = `Too long: may not be more than ${longest} bytes`;
    errors.push({ reason: 'FieldValueTooLong', field: 'fieldManager', message });
  }
  let position = 0;
  // Each error contains the name, so check only the beginning of a name that is far too long.
  for (const character of name.slice(0, maxRead)) {
    if (!isPrintable(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      errors.push(
        fieldInvalid('fieldManager', name, `invalid character U+${code} (at position ${position})`),
      );
    }
    position += bytesIn(character);
  }
  return errors;
}

/** In bytes. */
const longest = 128;
/** In characters. */
const maxRead = 2 * longest;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** Matches letters, marks, numbers, punctuation, symbols, and the plain space. */
const isPrintable = (character: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
