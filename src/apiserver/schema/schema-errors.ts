import type { OutputUnit } from '@cfworker/json-schema';
import { isRecord } from '../../objects/index.ts';
import { type Json, own } from '../json.ts';
import { badRequest } from '../status/refusals.ts';
import { longestWords, shortened, shownValue } from '../status/shown-value.ts';
import {
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  fieldTooLong,
  fieldTooMany,
  fieldTypeInvalid,
} from '../status/invalid.ts';
import { asGiven, reason } from './json-schema.ts';
import { type FieldPath, itemOf, memberOf } from './path.ts';
import { withoutAlternatives } from './without-alternatives.ts';

/** One error of the JSON schema validator, with the violated keyword and the location of the invalid value. */
interface Finding extends Keyword, Place {
  readonly unit: OutputUnit;
}

/** A value that violates the schema, and its location in the object. */
interface Place {
  readonly names: readonly string[];
  readonly path: FieldPath;
  readonly value: unknown;
}

/** A keyword of the schema that a value violates. */
interface Keyword {
  /** The value of the keyword, such as the number of `maxLength`. */
  readonly limit: unknown;
  /** The schema object that contains the keyword. */
  readonly schema: Json;
}

/**
 * Converts the errors of the JSON schema validator to errors with the messages of the kube-apiserver. If a value
 * matches no branch of an `anyOf` or `oneOf`, only the errors of the branch with the fewest errors are returned.
 *
 * @throws Refusal 400 for too many errors at paths with long names
 */
export function* schemaErrors(
  units: readonly OutputUnit[],
  schema: Json,
  object: unknown,
  base: FieldPath,
): Generator<Violation, void> {
  checkPlaces(units);
  const keywords = new Map<string, Keyword>();
  const places = new Map<string, Place>();
  for (const unit of withoutAlternatives(units)) {
    const { keywordLocation, instanceLocation } = unit;
    // The keyword is cached, because thousands of values may violate the same keyword.
    const keyword = keywords.get(keywordLocation) ?? keywordAt(keywordLocation, schema);
    keywords.set(keywordLocation, keyword);
    // The location of the value is cached, because one value may violate thousands of keywords.
    const place = places.get(instanceLocation) ?? located(names(instanceLocation), object, base);
    places.set(instanceLocation, place);
    for (const error of errorsOf({ unit, ...place, ...keyword })) yield { error, names: place.names };
  }
}

/** An error in a value, and the member names and list indexes on the path to the value. */
export interface Violation {
  readonly error: FieldError;
  readonly names: readonly string[];
}

/**
 * Rejects an object if the paths of all its errors together are too long. The server splits each path into its names,
 * which takes time in proportion to the length of the path.
 */
function checkPlaces(units: readonly OutputUnit[]): void {
  let characters = 0;
  for (const { keyword, instanceLocation, keywordLocation, error } of units) {
    characters +=
      instanceLocation.length + keywordLocation.length + (keyword === 'required' ? error.length : 0);
  }
  if (characters > longestPlaces) {
    throw badRequest(
      `the object has too many errors below long names: more than ${longestPlaces} characters`,
    );
  }
}

/**
 * The maximum number of characters in the paths of all errors of an object. A thousand errors with names of usual
 * length have about 100,000 characters.
 */
const longestPlaces = 2 ** 24;

function keywordAt(location: string, schema: Json): Keyword {
  const words = names(location);
  const holder = words.slice(0, -1).reduce<unknown>(step, schema);
  return { limit: step(holder, words.at(-1) ?? ''), schema: isRecord(holder) ? holder : {} };
}

/** Returns the names in a JSON pointer such as `#/spec/replicas`. */
function names(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)] as unknown;
  return isRecord(value) ? own(value, name) : undefined;
}

function located(names: readonly string[], object: unknown, base: FieldPath): Place {
  let path = base;
  let value = object;
  for (const name of names) {
    path = Array.isArray(value) ? itemOf(path, Number(name)) : memberOf(path, name);
    value = step(value, name);
  }
  return { names, path, value };
}

function errorsOf(finding: Finding): readonly FieldError[] {
  const { unit, path, value, limit, schema } = finding;
  const why = own(schema, reason);
  if (typeof why === 'string') return [formatError(why, path, value)];

  const is = (words: string): FieldError[] => [fieldInvalid(path, value, `${path} in body ${words}`)];
  const has = (count: number, words: string): FieldError[] => [
    fieldInvalid(path, count, `${path} in body should have ${words}`),
  ];
  switch (unit.keyword) {
    case 'type':
      return typeErrors(path, value, limit);
    case 'required': {
      const [, name = ''] = /required property "(.*)"\.$/s.exec(unit.error) ?? [];
      return [fieldRequired(memberOf(path, name), '')];
    }
    case 'enum':
      return [fieldNotSupported(path, value, wordsOf(limit as readonly unknown[]))];
    case 'minimum':
      return is(
        `should be greater than ${schema['exclusiveMinimum'] === true ? '' : 'or equal to '}${String(limit)}`,
      );
    case 'maximum':
      return is(
        `should be less than ${schema['exclusiveMaximum'] === true ? '' : 'or equal to '}${String(limit)}`,
      );
    case 'multipleOf':
      return is(`should be a multiple of ${String(limit)}`);
    case 'format': // in the translated schema, `format` stands for a `pattern` of the CRD schema
      return is(`should match '${shortened(String(own(schema, asGiven)), longestWords)}'`);
    case 'minLength':
      return is(`should be at least ${String(limit)} chars long`);
    case 'maxLength':
      return [fieldTooLong(path, Number(limit))];
    case 'minItems':
      return has((value as readonly unknown[]).length, `at least ${String(limit)} items`);
    case 'maxItems':
      return [fieldTooMany(path, (value as readonly unknown[]).length, Number(limit))];
    case 'minProperties':
      return has(Object.keys(value as object).length, `at least ${String(limit)} properties`);
    case 'maxProperties':
      return [fieldTooMany(path, Object.keys(value as object).length, Number(limit))];
    case 'anyOf':
      return [nowhere(`"${path}" must validate at least one schema (anyOf)`)];
    case 'oneOf':
      return [nowhere(`"${path}" must validate one and only one schema (oneOf). ${foundIn(unit)}`)];
    case 'allOf':
      return [nowhere(`"${path}" must validate all the schemas (allOf)`)];
    case 'not':
      return [nowhere(`"${path}" must not validate the schema (not)`)];
    case 'false':
      return is('is a forbidden property');
    default:
      return []; // a keyword such as `properties` needs no error, because the validator also reports the error of the invalid member
  }
}

/** Creates an error without a field. Only the message of the error contains the name of the field. */
const nowhere = (why: string): FieldError => fieldInvalid('<nil>', '', why);

function foundIn({ error }: OutputUnit): string {
  const [, count = '0'] = /\((\d+) matches\)/.exec(error) ?? [];
  return count === '0' ? 'Found none valid' : `Found ${count} valid alternatives`;
}

function formatError(why: string, path: FieldPath, value: unknown): FieldError {
  if (typeof value === 'number') return nowhere(`Checked value must be of type ${why} in ${path}`);
  const shown = shownValue(value);
  return fieldTypeInvalid(path, shown, `${path} in body must be of type ${why}: ${shown}`);
}

function typeErrors(path: FieldPath, value: unknown, limit: unknown): readonly FieldError[] {
  const types = (limit as readonly string[]).filter((type) => type !== 'null').join(',');
  const given = JSON.stringify(typeOf(value));
  const error = fieldTypeInvalid(path, given, `${path} in body must be of type ${types}: ${given}`);
  return types === 'integer' && typeof value === 'number'
    ? [error, nowhere(`Checked value must be of type integer (default format) in ${path}`)]
    : [error];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * Yields the allowed values of an `enum` one by one. A schema may have thousands of allowed values, and an error
 * contains only the first of them.
 */
function* wordsOf(words: readonly unknown[]): Generator<string> {
  for (const word of words) yield typeof word === 'string' ? word : shownValue(word);
}
