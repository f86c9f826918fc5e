import { cutPath } from '../schema/path.ts';
import { mostErrors } from './most-errors.ts';
import { Refusal } from './refusal.ts';
import { quoted, shortened, shownText, shownValue, shownWords } from './shown-value.ts';

/** One thing wrong with one field, as apimachinery's `field.Error`. */
export interface FieldError {
  readonly reason:
    | 'FieldValueDuplicate'
    | 'FieldValueForbidden'
    | 'FieldValueInvalid'
    | 'FieldValueNotFound'
    | 'FieldValueNotSupported'
    | 'FieldValueRequired'
    | 'FieldValueTooLong'
    | 'FieldValueTooMany'
    | 'FieldValueTypeInvalid';
  readonly field: string;
  readonly message: string;
}

/** All that an error says is cut here: an object may have thousands of errors, each about the same large text. */
function fieldError(reason: FieldError['reason'], field: string, message: string): FieldError {
  return { reason, field: cutPath(field), message: shortened(message, longestMessage) };
}

/** Characters: two paths, a value, and the words of a schema have fewer. */
const longestMessage = 10_000;

/** There is one like it already. */
export function fieldDuplicate(field: string, given: unknown): FieldError {
  return fieldError('FieldValueDuplicate', field, `Duplicate value: ${shownValue(given)}`);
}

/** The field must not be there. */
export function fieldForbidden(field: string, why: string): FieldError {
  return fieldError('FieldValueForbidden', field, `Forbidden: ${why}`);
}

/** The field is there and wrong. */
export function fieldInvalid(field: string, given: unknown, why: string): FieldError {
  return fieldError('FieldValueInvalid', field, `Invalid value: ${shownValue(given)}: ${why}`);
}

/** The field names what is not there. */
export function fieldNotFound(field: string, given: unknown): FieldError {
  return fieldError('FieldValueNotFound', field, `Not found: ${shownValue(given)}`);
}

/** The field is none of the words that it may be. */
export function fieldNotSupported(field: string, given: unknown, words: Iterable<string>): FieldError {
  const message = `Unsupported value: ${shownValue(given)}: supported values: ${shownWords(words, ', ')}`;
  return fieldError('FieldValueNotSupported', field, message);
}

/** The field is not there. */
export function fieldRequired(field: string, why: string): FieldError {
  return fieldError('FieldValueRequired', field, `Required value${why && `: ${why}`}`);
}

/** The text has more bytes than it may. */
export function fieldTooLong(field: string, most: number): FieldError {
  return fieldError('FieldValueTooLong', field, `Too long: may not be more than ${most} bytes`);
}

/** There are more of them than there may be. */
export function fieldTooMany(field: string, count: number, most: number): FieldError {
  return fieldError('FieldValueTooMany', field, `Too many: ${count}: must have at most ${most} items`);
}

/** The value is of another type, or in another format; `shown` is how the message shows it. */
export function fieldTypeInvalid(field: string, shown: string, why: string): FieldError {
  return fieldError('FieldValueTypeInvalid', field, `Invalid value: ${shown}: ${why}`);
}

/** Characters of these errors. */
const longestErrors = 500_000;

/** 422 `Invalid`; `details.kind` is the Kind, not the plural (P7, P66). */
export function invalid(
  { group, kind }: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): Refusal {
  const included = errors.slice(0, countThatFits(errors));
  const all = included.map(({ field, message }) => `${field}: ${message}`);
  if (errors.length > included.length) all.push(`and ${errors.length - included.length} more`);
  const list = all.length === 1 ? all.join() : `[${all.join(', ')}]`;
  return new Refusal({
    code: 422,
    reason: 'Invalid',
    message: `${group === '' ? kind : `${kind}.${group}`} ${quoted(name)} is invalid: ${list}`,
    details: {
      ...(name === '' ? {} : { name: shownText(name) }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes: included.map(({ reason, message, field }) => ({ reason, message, field })),
    },
  });
}

/** How many of the errors an answer includes: the first always. */
function countThatFits(errors: readonly FieldError[]): number {
  let characters = 0;
  const end = errors.findIndex(({ field, message }, at) => {
    characters += field.length + message.length;
    return at === mostErrors || characters > longestErrors;
  });
  return end < 0 ? errors.length : Math.max(1, end);
}
