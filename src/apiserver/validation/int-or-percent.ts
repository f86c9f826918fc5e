import { fieldInvalid } from '../status/invalid.ts';
import { type Check, every } from './check.ts';

const isPercent = (value: unknown): value is string => typeof value === 'string' && /^[0-9]+%$/.test(value);

const form: Check = (value, path) => {
  if (typeof value === 'string')
    return isPercent(value)
      ? []
      : [
          fieldInvalid(
            path,
            value,
            "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
          ),
        ];
  return typeof value === 'number' && value < 0
    ? [fieldInvalid(path, value, 'must be greater than or equal to 0')]
    : [];
};

const atMostAll: Check = (value, path) =>
  isPercent(value) && numberOf(value) > 100
    ? [fieldInvalid(path, value, 'must not be greater than 100%')]
    : [];

/**
 * Checks an int-or-string: an integer that is not negative, or a percentage without a maximum
 * (`ValidatePositiveIntOrPercent`).
 */
export const intOrPercent: Check = form;

/** Checks an int-or-string: an integer that is not negative, or a percentage of at most 100. */
export const intOrPercentUpTo100: Check = every(form, atMostAll);

/**
 * Returns the number of an int-or-string: the integer, or the number before the percent sign. Returns 0 for any other
 * text and for an absent field.
 */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const given = typeof value === 'string' ? value : '';
  return /^[-+]?[0-9]+%?$/.test(given) ? Number.parseInt(given, 10) : 0;
}
