import { cutPath } from '../schema/path.ts';
import { maxErrors } from './most-errors.ts';
import { Refusal } from './refusal.ts';
import { quoted, shortened, shownText, shownValue, shownWords } from './shown-value.ts';

/** One error in one field, as `field.Error` of apimachinery. */
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
 * Creates an error in a field. The path and the message are shortened, because an object may have thousands of errors
 * that contain the same long text.
 */
function fieldError(reason: FieldError['reason'], field: string, message: string): FieldError {
  return { reason, field: cutPath(field), message: shortened(message, longestMessage) };
}

/**
 * The maximum number of characters in the error message of one field. The limit is high enough for a message with two
 * paths, an invalid value and the allowed values of a schema.
 */
const longestMessage = 10_000;

export function fieldDuplicate(field: string, given: unknown): FieldError {
  return fieldError('FieldValueDuplicate', field, `Duplicate value: ${shownValue(given)}`);
}

export function fieldForbidden(field: string, why: string): FieldError {
  return fieldError('FieldValueForbidden', field, `Forbidden: ${why}`);
}

export function fieldInvalid(field: string, given: unknown, why: string): FieldError {
  return fieldError('FieldValueInvalid', field, `Invalid value: ${shownValue(given)}: ${why}`);
}

/** Creates the error for a field that refers to a missing object. */
export function fieldNotFound(field: string, given: unknown): FieldError {
  return fieldError('FieldValueNotFound', field, `Not found: ${shownValue(given)}`);
}

export function fieldNotSupported(field: string, given: unknown, words: Iterable<string>): FieldError {
  const message = `Unsupported value: ${shownValue(given)}: supported values: ${shownWords(words, ', ')}`;
  return fieldError('FieldValueNotSupported', field, message);
}

export function fieldRequired(field: string, why: string): FieldError {
  return fieldError('FieldValueRequired', field, `Required value${why && `: ${why}`}`);
}

export function fieldTooLong(field: string, most: number): FieldError {
  return fieldError('FieldValueTooLong', field, `Too long: may not be more than ${most} bytes`);
}

export function fieldTooMany(field: string, count: number, most: number): FieldError {
  return fieldError('FieldValueTooMany', field, `Too many: ${count}: must have at most ${most} items`);
}

/** Creates the error for a value with a wrong type or format. The message contains `shown` as the value. */
export function fieldTypeInvalid(field: string, shown: string, why: string): FieldError {
  return fieldError('FieldValueTypeInvalid', field, `Invalid value: ${shown}: ${why}`);
}

/** The maximum number of characters in all field errors of one response. */
const longestErrors = 500_000;

/**
 * Creates a 422 error with the reason `Invalid`. `details.kind` of the response contains the kind, not the plural name
 * (P7, P66).
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

/** Returns how many field errors the response can contain within its limits. The result is at least 1. */
function countThatFits(errors: readonly FieldError[]): number {
  let characters = 0;
  const end = errors.findIndex(({ field, message }, at) => {
    characters += field.length + message.length;
    return at === maxErrors || characters > longestErrors;
  });
  return end < 0 ? errors.length : Math.max(1, end);
}
