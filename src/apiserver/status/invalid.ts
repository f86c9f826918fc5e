import { Refusal } from './refusal.ts';
import { shownValue } from './shown-value.ts';

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

/** There is one like it already. */
export function fieldDuplicate(field: string, given: unknown): FieldError {
  return { reason: 'FieldValueDuplicate', field, message: `Duplicate value: ${shownValue(given)}` };
}

/** The field must not be there. */
export function fieldForbidden(field: string, why: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` };
}

/** The field is there and wrong. */
export function fieldInvalid(field: string, given: unknown, why: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${shownValue(given)}: ${why}` };
}

/** The field names what is not there. */
export function fieldNotFound(field: string, given: unknown): FieldError {
  return { reason: 'FieldValueNotFound', field, message: `Not found: ${shownValue(given)}` };
}

/** The field is none of the words that it may be. */
export function fieldNotSupported(field: string, given: unknown, words: readonly string[]): FieldError {
  const list = words.map((word) => JSON.stringify(word)).join(', ');
  const message = `Unsupported value: ${shownValue(given)}: supported values: ${list}`;
  return { reason: 'FieldValueNotSupported', field, message };
}

/** The field is not there. */
export function fieldRequired(field: string, why: string): FieldError {
  return { reason: 'FieldValueRequired', field, message: `Required value${why && `: ${why}`}` };
}

/** The text has more bytes than it may. */
export function fieldTooLong(field: string, most: number): FieldError {
  return { reason: 'FieldValueTooLong', field, message: `Too long: may not be more than ${most} bytes` };
}

/** There are more of them than there may be. */
export function fieldTooMany(field: string, count: number, most: number): FieldError {
  return {
    reason: 'FieldValueTooMany',
    field,
    message: `Too many: ${count}: must have at most ${most} items`,
  };
}

/** The value is of another type, or in another format; `shown` is how the message shows it. */
export function fieldTypeInvalid(field: string, shown: string, why: string): FieldError {
  return { reason: 'FieldValueTypeInvalid', field, message: `Invalid value: ${shown}: ${why}` };
}

/** Errors that an answer tells; the real server tells all, however large that makes it. */
const mostTold = 200;

/** 422 `Invalid`; `details.kind` is the Kind, not the plural (P7, P66). */
export function invalid(
  { group, kind }: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): Refusal {
  const told = errors.slice(0, mostTold);
  const all = told.map(({ field, message }) => `${field}: ${message}`);
  if (errors.length > told.length) all.push(`and ${errors.length - told.length} more`);
  const list = all.length === 1 ? all.join() : `[${all.join(', ')}]`;
  return new Refusal({
    code: 422,
    reason: 'Invalid',
    message: `${group === '' ? kind : `${kind}.${group}`} ${JSON.stringify(name)} is invalid: ${list}`,
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes: told.map(({ reason, message, field }) => ({ reason, message, field })),
    },
  });
}
