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

/** Returns what is wrong with the value at a path. */
export type Check = (value: unknown, path: string) => readonly FieldError[];

/** Returns whether a value is empty. In Go an absent text or number is an empty one. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

/** Checks each member with its own check. An absent member is checked as `undefined`. */
export function members(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const object = isRecord(value) ? value : {};
    return Object.entries(checks).flatMap(([name, check]) =>
      check(object[name], path === '' ? name : `${path}.${name}`),
    );
  };
}

/** Checks each item of a list. */
export function items(check: Check): Check {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((item, at) => check(item, `${path}[${at}]`)) : [];
}

/** Returns the errors of all checks. */
export function every(...checks: readonly Check[]): Check {
  return (value, path) => checks.flatMap((check) => check(value, path));
}

/** Checks a value unless it is empty. */
export function optional(check: Check): Check {
  return (value, path) => (isNothing(value) ? [] : check(value, path));
}

/** Rejects an empty value, and checks other values. */
export function required(check: Check = anything, why = ''): Check {
  return (value, path) => (isNothing(value) ? [fieldRequired(path, why)] : check(value, path));
}

/**
 * Checks a field if it is present. Use it for a field that is a pointer in Go, where 0 and the empty text count as
 * present.
 */
export function present(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? [] : check(value, path));
}

const anything: Check = () => [];

/** Checks that a value is one of some words. */
export function oneOf(...words: readonly string[]): Check {
  return (value, path) =>
    words.includes(String(value)) ? [] : [fieldNotSupported(path, value, [...words].sort())];
}

/** Checks a text with a function that returns what is wrong with it. */
export function text(problemsOf: (given: string) => string | readonly string[] | undefined): Check {
  return (value, path) => {
    const given = typeof value === 'string' ? value : '';
    return [problemsOf(given) ?? []].flat().map((why) => fieldInvalid(path, given, why));
  };
}

/** Rejects a field if it is present. */
export function forbidden(why: string): Check {
  return present((_, path) => [fieldForbidden(path, why)]);
}

/** Limits the number of items. With too many items it does not check each item. */
export function atMost(most: number, check: Check): Check {
  return (value, path) => {
    const count = Array.isArray(value) ? value.length : 0;
    return count > most ? [fieldTooMany(path, count, most)] : check(value, path);
  };
}

/** Checks a value if it is a number. */
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
 * Rejects an item if an earlier item has the same value of a member.
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

/** Rejects an item that is the same text or number as an earlier item. */
export const different: Check = (value, path) =>
  repeated(Array.isArray(value) ? value : [], false).map(([at, one]) =>
    fieldDuplicate(`${path}[${at}]`, one),
  );

/**
 * Returns the values that occur earlier in the list, each with its index.
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
