import { isRecord } from '../../objects/index.ts';
import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';

/** Finds what is wrong with a value that stands at a path. */
export type Check = (value: unknown, path: string) => readonly FieldError[];

/** In Go a text or a number that is not there is an empty one. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

/** Each member by its check; one that is not there is checked as `undefined`. */
export function members(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const object = isRecord(value) ? value : {};
    return Object.entries(checks).flatMap(([name, check]) =>
      check(object[name], path === '' ? name : `${path}.${name}`),
    );
  };
}

/** Each item of a list. */
export function items(check: Check): Check {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((item, at) => check(item, `${path}[${at}]`)) : [];
}

/** All of what the checks find. */
export function every(...checks: readonly Check[]): Check {
  return (value, path) => checks.flatMap((check) => check(value, path));
}

/** What is there. */
export function optional(check: Check): Check {
  return (value, path) => (isNothing(value) ? [] : check(value, path));
}

/** What must be there. */
export function required(check: Check = anything, why = ''): Check {
  return (value, path) => (isNothing(value) ? [fieldRequired(path, why)] : check(value, path));
}

/** A pointer in Go: 0 and the empty text are there. */
export function present(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? [] : check(value, path));
}

const anything: Check = () => [];

/** One of some words. */
export function oneOf(...words: readonly string[]): Check {
  return (value, path) =>
    words.includes(String(value)) ? [] : [fieldNotSupported(path, value, [...words].sort())];
}

/** A text, by what is wrong with it. */
export function text(problemsOf: (given: string) => string | readonly string[] | undefined): Check {
  return (value, path) => {
    const given = typeof value === 'string' ? value : '';
    return [problemsOf(given) ?? []].flat().map((why) => fieldInvalid(path, given, why));
  };
}

/** A number, where one is there. */
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

/** Items whose member `name` is the same as that of one before. */
export function distinct(name: string): Check {
  return (value, path) => {
    const seen = new Set<unknown>();
    return items((item, at) => {
      const one = isRecord(item) ? item[name] : undefined;
      if (isNothing(one)) return [];
      if (seen.has(one)) return [fieldDuplicate(`${at}.${name}`, one)];
      seen.add(one);
      return [];
    })(value, path);
  };
}
