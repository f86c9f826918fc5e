import { isRecord } from '../../objects/index.ts';
import type { PrinterColumn } from '../resources/resource-definition.ts';
import { since } from './age.ts';
import type { Cell, Column, Printer } from './cell.ts';
import { evaluate } from './json-path/evaluate.ts';
import { parsePath } from './json-path/parse.ts';
import { JsonPathError, type Path } from './json-path/path.ts';
import { nameOf } from './words.ts';

/** What `kubectl get` is told of it. */
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

/** The name, and what the columns find; a path that cannot be read finds nothing. */
export function customPrinter(columns: readonly PrinterColumn[]): Printer {
  const paths = columns.map(({ type, jsonPath }) => ({ type, path: parsed(jsonPath) }));
  return (object, now) => [
    nameOf(object),
    ...paths.map(({ type, path }) => cellOf(type, firstOf(path, object), now)),
  ];
}

function parsed(text: string): Path | undefined {
  return orNothing(() => parsePath(text));
}

function firstOf(path: Path | undefined, object: unknown): unknown {
  return path && orNothing(() => evaluate(path, object)[0]);
}

function orNothing<R>(call: () => R): R | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

/** Text shows anything; a number, a flag or a date shows only what is one. */
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

/** As Go writes it: members in the order of their names, and safe within HTML. */
function sortedJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
  return text.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
