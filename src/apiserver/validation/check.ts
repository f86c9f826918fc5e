import { isRecord } from '../../objects/index.ts';
import {
  type FieldError,
  fieldDuplicate,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  fieldTooMany,
} from '../status/invalid.ts';

/** A function that validates a value and returns the errors. `path` is the path of the value in the object. */
export type Check = (value: unknown, path: string) => readonly FieldError[];

/**
 * Returns whether a value counts as empty: absent, null, an empty text, 0 or an empty list. Go does not distinguish an
 * absent text or number from an empty text or 0.
 */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

/**
 * Returns a check for an object: each member named in `checks` is validated by its own check. The value of an absent
 * member is `undefined`.
 */
export function members(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const object = isRecord(value) ? value : {};
    return Object.entries(checks).flatMap(([name, check]) =>
      check(object[name], path === '' ? name : `${path}.${name}`),
    );
  };
}

/** Returns a check for a list, which applies `check` to each item. */
export function items(check: Check): Check {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((item, at) => check(item, `${path}[${at}]`)) : [];
}

/** Combines several checks into one check, which returns the errors of all checks. */
export function every(...checks: readonly Check[]): Check {
  return (value, path) => checks.flatMap((check) => check(value, path));
}

/** Returns a check that accepts an empty value, and applies `check` to any other value. */
export function optional(check: Check): Check {
  return (value, path) => (isNothing(value) ? [] : check(value, path));
}

/** Returns a check that rejects an empty value, and applies `check` to any other value. */
export function required(check: Check = anything, why = ''): Check {
  return (value, path) => (isNothing(value) ? [fieldRequired(path, why)] : check(value, path));
}

/**
 * Returns a check for a field that is a pointer in Go: accepts an absent field or null, and applies `check` to any
 * other value. 0 and the empty text count as values.
 */
export function present(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? [] : check(value, path));
}

const anything: Check = () => [];

/** Returns a check that accepts only the given texts. */
export function oneOf(...words: readonly string[]): Check {
  return (value, path) =>
    words.includes(String(value)) ? [] : [fieldNotSupported(path, value, [...words].sort())];
}

/** Returns a check for a text. `problemsOf` returns the error messages for the text. */
export function text(problemsOf: (given: string) => string | readonly string[] | undefined): Check {
  return (value, path) => {
    const given = typeof value === 'string' ? value : '';
    return [problemsOf(given) ?? []].flat().map((why) => fieldInvalid(path, given, why));
  };
}

/** Returns a check for a field that must be absent. `why` is the error message. */
export function forbidden(why: string): Check {
  return present((_, path) => [fieldForbidden(path, why)]);
}

/**
 * Returns a check for a list. `most` is the maximum number of items. If the list has more items, `check` is not
 * applied.
 */
export function atMost(most: number, check: Check): Check {
  return (value, path) => {
    const count = Array.isArray(value) ? value.length : 0;
    return count > most ? [fieldTooMany(path, count, most)] : check(value, path);
  };
}

/** Returns a check for a number. The check ignores values that are not numbers. */
export function number(isRight: (given: number) => boolean, why: string): Check {
  return (value, path) =>
    typeof value !== 'number' || isRight(value) ? [] : [fieldInvalid(path, value, why)];
}

export const notNegative: Check = number((given) => given >= 0, 'must be greater than or equal to 0');

export const positive: Check = (value, path) =>
  number((given) => given > 0, 'must be greater than 0')(value ?? 0, path);

export const portNumber: Check = number(
  (given) => given >= 1 && given <= 65_535,
  'must be between 1 and 65535, inclusive',
);

/**
 * Returns a check for a list whose items must differ in the member `name`.
 *
 * @param mayRepeatEmpty - whether several items may lack the member
 */
export function distinct(name: string, mayRepeatEmpty = true): Check {
  return (value, path) => {
    const members = (Array.isArray(value) ? value : []).map((item) =>
      isRecord(item) ? item[name] : undefined,
    );
    return repeated(members, mayRepeatEmpty).map(([at, one]) =>
      fieldDuplicate(`${path}[${at}].${name}`, one),
    );
  };
}

/** Checks that the items of a list are different. The items are texts or numbers. */
export const different: Check = (value, path) =>
  repeated(Array.isArray(value) ? value : [], false).map(([at, one]) =>
    fieldDuplicate(`${path}[${at}]`, one),
  );

/**
 * Returns the index and the value of each list item that equals an earlier item of the list.
 *
 * @param mayRepeatEmpty - whether several values may be empty
 */
export function repeated(
  values: readonly unknown[],
  mayRepeatEmpty: boolean,
): readonly (readonly [at: number, value: unknown])[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, at) => {
    if (mayRepeatEmpty && isNothing(value)) return [];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [[at, value] as const] : [];
  });
}
