import { copyOf } from '../../objects/index.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/**
 * The name of a manager: the `fieldManager` of the query, else what the `User-Agent` says in front of its first slash (P124).
 * The name is stored with the object, so it is a copy: as a part of the query it would keep up to 512 KiB in memory.
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

/** What is wrong with a name that a client gives itself. */
export function managerNameErrors(query: URLSearchParams): readonly FieldError[] {
  const name = query.get('fieldManager') ?? '';
  const errors: FieldError[] = [];
  if (bytesIn(name) > longest) {
    const message = `Too long: may not be more than ${longest} bytes`;
    errors.push({ reason: 'FieldValueTooLong', field: 'fieldManager', message });
  }
  let position = 0;
  // Each error shows the name, so of a name that is far too long only the beginning is looked at.
  for (const character of name.slice(0, mostRead)) {
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

/** Bytes. */
const longest = 128;
/** Characters. */
const mostRead = 2 * longest;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** Letters, marks, numbers, punctuation, symbols, and the one plain space. */
const isPrintable = (character: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
