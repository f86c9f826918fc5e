import { Refusal } from './refusal.ts';

/** One thing wrong with one field, as apimachinery's `field.Error`. */
export interface FieldError {
  readonly reason:
    'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueNotSupported' | 'FieldValueRequired';
  readonly field: string;
  readonly message: string;
}

/** The field must not be there. */
export function fieldForbidden(field: string, why: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` };
}

/** The field is there and wrong. */
export function fieldInvalid(field: string, given: unknown, why: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${JSON.stringify(given)}: ${why}` };
}

/** The field is none of the words that it may be. */
export function fieldNotSupported(field: string, given: unknown, words: readonly string[]): FieldError {
  const list = words.map((word) => JSON.stringify(word)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(given)}: supported values: ${list}`;
  return { reason: 'FieldValueNotSupported', field, message };
}

/** The field is not there. */
export function fieldRequired(field: string, why: string): FieldError {
  return { reason: 'FieldValueRequired', field, message: `Required value${why && `: ${why}`}` };
}

/** 422 `Invalid`; `details.kind` is the Kind, not the plural (P7, P66). */
export function invalid(
  { group, kind }: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): Refusal {
  const all = errors.map(({ field, message }) => `${field}: ${message}`);
  const list = all.length === 1 ? all.join() : `[${all.join(', ')}]`;
  return new Refusal({
    code: 422,
    reason: 'Invalid',
    message: `${group === '' ? kind : `${kind}.${group}`} ${JSON.stringify(name)} is invalid: ${list}`,
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      kind,
      causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
    },
  });
}
