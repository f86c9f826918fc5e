import { isRecord } from '../../objects/index.ts';
import type { PrinterColumn } from '../resources/resource-definition.ts';
import { since } from './age.ts';
import type { Cell, Column, Printer } from './cell.ts';
import { Effort } from './json-path/effort.ts';
import { evaluate } from './json-path/evaluate.ts';
import { parsePath } from './json-path/parse.ts';
import { JsonPathError, type Path } from './json-path/path.ts';
import { nameOf } from './words.ts';

/** Converts a column of a CRD to a table column in the format that the client receives. */
export function customColumn({ name, type, jsonPath, format, description, priority }: PrinterColumn): Column {
  const fallback = `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    name,
    type,
    format: format ?? '',
    description: description === undefined || description === '' ? fallback : description,
    priority: priority ?? 0,
  };
}

/**
 * Returns a printer for the name and the CRD columns of a custom resource. A cell stays empty if the path of its column
 * is invalid or reads too many values.
 */
export function customPrinter(columns: readonly PrinterColumn[]): Printer {
  const paths = columns.map(({ type, jsonPath }) => ({ type, path: parsed(jsonPath) }));
  return (object, now) => [
    nameOf(object),
    ...paths.map(({ type, path }) => (path === undefined ? null : cellAt(type, path, object, now))),
  ];
}

/**
 * Returns the value of a table cell. A cell that would need too much work stays empty. The kube-apiserver has no such
 * limit.
 */
function cellAt(type: string, path: Path, object: unknown, now: number): Cell {
  const cell = orNothing(() => {
    const [value] = evaluate(path, object, new Effort(maxLookedAt));
    checkShown(value);
    return cellOf(type, value, now);
  });
  return cell ?? null;
}

/** The maximum number of values that the path of one table cell may read in an object. */
const maxLookedAt = 10_000;

/**
 * The maximum number of JSON values in one table cell. The limit is lower than the limit for the values that the path
 * may read, because sorting the members of a value takes longer than reading the value.
 */
const maxShown = 1_000;

/** The approximate maximum number of characters in one table cell. */
const maxCharacters = 65_536;

/**
 * Checks the size of a value before it is printed in a table cell.
 *
 * @throws JsonPathError for a value that is too large
 */
function checkShown(value: unknown): void {
  const values = new Effort(maxShown);
  const characters = new Effort(maxCharacters);
  const add = (one: unknown): void => {
    if (typeof one === 'string') characters.spend(one.length);
    if (typeof one !== 'object' || one === null) return;
    const names = Object.keys(one);
    values.spend(names.length);
    for (const name of names) {
      characters.spend(name.length);
      add((one as Readonly<Record<string, unknown>>)[name]);
    }
  };
  add(value);
}

function parsed(text: string): Path | undefined {
  return orNothing(() => parsePath(text));
}

function orNothing<R>(call: () => R): R | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

/**
 * Converts a value to a table cell. A column of the type `string` shows values of any type. A column for numbers,
 * booleans or dates shows only values of its own type.
 */
function cellOf(type: string, value: unknown, now: number): Cell {
  if (value === undefined) return null;
  switch (type) {
    case 'string':
      return value === null ? '<no value>' : typeof value === 'string' ? value : sortedJson(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? dateCell(value, now) : null;
    default:
      return null;
  }
}

function dateCell(text: string, now: number): string {
  const isDate = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text);
  return text === '' || isDate ? since(text, now) : '<invalid>';
}

/** Returns the JSON of a value as Go writes it: members are sorted by name, and HTML characters are escaped. */
function sortedJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
  return text.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
