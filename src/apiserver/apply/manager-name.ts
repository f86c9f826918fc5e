import { copyOf } from '../../objects/index.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * Returns the name of a manager: the parameter `fieldManager` of the query. Without the parameter, the name is the part
 * of the `User-Agent` header before the first slash (P124). The function copies the name, because the object keeps the
 * name. A substring would keep the whole query in memory, up to 512 KiB.
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

/** Checks the parameter `fieldManager` of a request. */
export function managerNameErrors(query: URLSearchParams): readonly FieldError[] {
  const name = query.get('fieldManager') ?? '';
  const errors: FieldError[] = [];
  if (bytesIn(name) > longest) {
    const message = `Too long: may not be more than ${longest} bytes`;
    errors.push({ reason: 'FieldValueTooLong', field: 'fieldManager', message });
  }
  let position = 0;
  // Each error contains the name. The function therefore checks only the first characters of a name that is far too
  // long.
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

/** The maximum length of the name of a field manager, in bytes. */
const longest = 128;
/**
 * `managerNameErrors` checks only the start of a long name. The constant is the length of the checked start, in
 * characters.
 */
const maxRead = 2 * longest;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** Returns `true` for a letter, a mark, a number, a punctuation character, a symbol or the plain space. */
const isPrintable = (character: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
