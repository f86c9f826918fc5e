import { isRecord } from '../../objects/index.ts';
import type { PrinterColumn } from '../resources/resource-definition.ts';
import { since } from './age.ts';
import type { Cell, Column, Printer } from './cell.ts';
import { Effort } from './json-path/effort.ts';
import { evaluate } from './json-path/evaluate.ts';
import { parsePath } from './json-path/parse.ts';
import { JsonPathError, type Path } from './json-path/path.ts';
import { nameOf } from './words.ts';

/** Returns a column as the client gets it. */
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
 * Returns a printer of the name and the columns. A column whose path is invalid, or leads to too many values, stays
 * empty.
 */
export function customPrinter(columns: readonly PrinterColumn[]): Printer {
  const paths = columns.map(({ type, jsonPath }) => ({ type, path: parsed(jsonPath) }));
  return (object, now) => [
    nameOf(object),
    ...paths.map(({ type, path }) => (path === undefined ? null : cellAt(type, path, object, now))),
  ];
}

/** Returns the value of a cell. The real server does not limit a cell. Here a cell that costs too much stays empty. */
function cellAt(type: string, path: Path, object: unknown, now: number): Cell {
  const cell = orNothing(() => {
    const [value] = evaluate(path, object, new Effort(maxLookedAt));
    checkShown(value);
    return cellOf(type, value, now);
  });
  return cell ?? null;
}

/** The most values of an object that the path of one cell may read. */
const maxLookedAt = 10_000;

/** The most values in a cell. Their members are sorted, which costs more than reading them. */
const maxShown = 1_000;

/** The most characters in a cell, approximately. */
const maxCharacters = 65_536;

/**
 * Limits the content of a cell.
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
 * Converts a value to a cell. A text column shows any value. A number, boolean or date column shows only values of that
 * type.
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

/** Returns JSON as Go writes it: members sorted by name, and characters escaped for HTML. */
function sortedJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
  return text.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
