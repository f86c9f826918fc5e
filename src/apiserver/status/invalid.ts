import { cutPath } from '../schema/path.ts';
import { maxErrors } from './most-errors.ts';
import { Refusal } from './refusal.ts';
import { quoted, shortened, shownText, shownValue, shownWords } from './shown-value.ts';

/** One error of one field, as `field.Error` of apimachinery. */
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

/**
 * Creates an error of a field. Shortens the texts of the error, because an object may have thousands of errors that all
 * contain the same large text.
 */
function fieldError(reason: FieldError['reason'], field: string, message: string): FieldError {
  return { reason, field: cutPath(field), message: shortened(message, longestMessage) };
}

/**
 * The maximum number of characters of a message. A message with two paths, a value and the words of a schema is
 * shorter.
 */
const longestMessage = 10_000;

/** Creates the error for a duplicate value. */
export function fieldDuplicate(field: string, given: unknown): FieldError {
  return fieldError('FieldValueDuplicate', field, `Duplicate value: ${shownValue(given)}`);
}

/** Creates the error for a field that must not be set. */
export function fieldForbidden(field: string, why: string): FieldError {
  return fieldError('FieldValueForbidden', field, `Forbidden: ${why}`);
}

/** Creates the error for an invalid value. */
export function fieldInvalid(field: string, given: unknown, why: string): FieldError {
  return fieldError('FieldValueInvalid', field, `Invalid value: ${shownValue(given)}: ${why}`);
}

/** Creates the error for a reference to a missing object. */
export function fieldNotFound(field: string, given: unknown): FieldError {
  return fieldError('FieldValueNotFound', field, `Not found: ${shownValue(given)}`);
}

/** Creates the error for a value that is not one of the allowed values. */
export function fieldNotSupported(field: string, given: unknown, words: Iterable<string>): FieldError {
  const message = `Unsupported value: ${shownValue(given)}: supported values: ${shownWords(words, ', ')}`;
  return fieldError('FieldValueNotSupported', field, message);
}

/** Creates the error for a missing field. */
export function fieldRequired(field: string, why: string): FieldError {
  return fieldError('FieldValueRequired', field, `Required value${why && `: ${why}`}`);
}

/** Creates the error for a text with too many bytes. */
export function fieldTooLong(field: string, most: number): FieldError {
  return fieldError('FieldValueTooLong', field, `Too long: may not be more than ${most} bytes`);
}

/** Creates the error for a list with too many items. */
export function fieldTooMany(field: string, count: number, most: number): FieldError {
  return fieldError('FieldValueTooMany', field, `Too many: ${count}: must have at most ${most} items`);
}

/** Creates the error for a value with a wrong type or format. `shown` is the text of the value in the message. */
export function fieldTypeInvalid(field: string, shown: string, why: string): FieldError {
  return fieldError('FieldValueTypeInvalid', field, `Invalid value: ${shown}: ${why}`);
}

/** The maximum number of characters of all errors in one answer. */
const longestErrors = 500_000;

/**
 * Creates a 422 with the reason `Invalid`. In the answer, `details.kind` is the kind and not the plural name (P7, P66).
 */
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

/** Returns how many of the errors an answer contains: the number that fits into the limit, at least 1. */
function countThatFits(errors: readonly FieldError[]): number {
  let characters = 0;
  const end = errors.findIndex(({ field, message }, at) => {
    characters += field.length + message.length;
    return at === maxErrors || characters > longestErrors;
  });
  return end < 0 ? errors.length : Math.max(1, end);
}
