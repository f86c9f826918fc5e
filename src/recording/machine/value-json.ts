import { isRecord } from '../../objects/index.ts';
import { errorFrom, errorJson, isErrorJson } from './error-json.ts';

/**
 * Converts a value to JSON: errors become their members, infinite numbers become their names, and other
 * values stay unchanged. The function accepts every value that a server can send, even an infinite number
 * (`1e400`). The function also accepts a nesting that would overflow the stack of `JSON.stringify`. The
 * function omits a value that is nested deeper than 512 levels, and the replay returns `null` for such a
 * value.
 *
 * @throws TypeError for a value that the replay could not return unchanged; the message contains the path to the value
 */
export const valueJson = (value: unknown): unknown =>
  value === undefined ? undefined : memberJson([], value);

/**
 * Converts a nested value to JSON, as `valueJson` does.
 *
 * @param place - the path to the value
 */
export function memberJson(place: readonly (string | number)[], value: unknown): unknown {
  const path = [...place];
  const around = new Set<unknown>();

  const at = (name: string | number, member: unknown): unknown => {
    path.push(name);
    const json = plain(member);
    path.pop();
    return json;
  };
  const members = (record: object): unknown => {
    const entries = Object.entries(record).filter(([, member]) => member !== undefined);
    const entriesJson = entries.map(([name, member]): [string, unknown] => [name, at(name, member)]);
    const [only] = entriesJson;
    if (entriesJson.length === 1 && only !== undefined && escapeKey.test(only[0]))
      return { [`$${only[0]}`]: only[1] };
    return entriesJson.every(([, json], nth) => json === entries[nth]?.[1])
      ? record
      : Object.fromEntries(entriesJson);
  };
  const plain = (member: unknown): unknown => {
    if (member instanceof Error) return { $error: errorJson(member) };
    const problem = around.has(member) ? 'holds itself' : problemOf(member);
    if (problem !== undefined) throw new TypeError(`${pathText(path)} ${problem}`);
    if (member === Infinity || member === -Infinity) return { $number: String(member) };
    if (typeof member !== 'object' || member === null) return member;
    if (path.length >= deepest) return { $cut: tooDeep };
    around.add(member);
    const json = Array.isArray(member)
      ? Array.from(member, (item: unknown, nth) => at(nth, item))
      : members(member);
    around.delete(member);
    return json;
  };
  return plain(value);
}

/**
 * Converts recorded JSON back to the value. An object such as `{ "$error": … }` stands for an error or an
 * infinite number. The function replaces the object by that error or number. The function does not copy a
 * part without such objects, because most parts of a page have none.
 */
export function valueFrom(json: unknown): unknown {
  if (Array.isArray(json)) return itemsFrom(json);
  if (!isRecord(json)) return json;
  let count = 0;
  let only = '';
  let changed: Map<string, unknown> | undefined;
  for (const name in json) {
    count++;
    only = name;
    const value = valueFrom(json[name]);
    if (value !== json[name]) (changed ??= new Map<string, unknown>()).set(name, value);
  }
  if (count === 1 && escapeKey.test(only)) {
    const member = json[only];
    if (only.startsWith('$$'))
      return { [only.slice(1)]: changed?.has(only) === true ? changed.get(only) : member };
    if (only === '$error' && isErrorJson(member)) return errorFrom(member);
    if (only === '$number' && typeof member === 'string' && infinite.test(member)) return Number(member);
    if (only === '$cut' && member === tooDeep) return null;
  }
  if (changed === undefined) return json;
  const entries = Object.entries(json);
  return Object.fromEntries(
    entries.map(([name, member]) => [name, changed.has(name) ? changed.get(name) : member]),
  );
}

function itemsFrom(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const value = valueFrom(items[at]);
    if (value !== items[at]) (copy ??= [...items])[at] = value;
  }
  return copy ?? items;
}

/**
 * Returns whether a line can contain an object such as `{ "$error": … }`, which stands for an error or an
 * infinite number. Any other line needs no conversion.
 */
export const mayContainEscapes = (line: string): boolean => /\$(error|number|cut)"/.test(line);

/**
 * Matches a key such as `$error`. In a recording, an object with only this key stands for an error or another
 * value that JSON cannot represent. If the recorded data itself has a key that matches, the recording adds
 * one `$` to that key.
 */
const escapeKey = /^\$+(error|number|cut)$/;
const infinite = /^-?Infinity$/;

/** The maximum number of levels: 500 levels of an object, and the levels around the object in a line. */
const deepest = 512;
const tooDeep = 'nested too deep';

/** Describes why a value cannot be JSON. The function does not check the members of the value. */
function problemOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isNaN(value) ? 'is NaN' : undefined;
    case 'object':
      return value === null || Array.isArray(value) || isPlain(value)
        ? undefined
        : `is not a plain object (${Object.prototype.toString.call(value)})`;
    default:
      return `is ${typeof value}`;
  }
}

/**
 * Returns whether an object is plain. An object of another realm is plain, and an object without a prototype
 * too. An object with an inherited `toJSON` is not plain, because `toJSON` would change the value.
 */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as { readonly toJSON?: unknown } | null;
  if (prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && typeof prototype.toJSON !== 'function';
}

const pathText = (path: readonly (string | number)[]): string =>
  path
    .map((name) => {
      if (typeof name === 'number') return `[${name}]`;
      return /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    })
    .reduce((text, part) => text + part, 'value');
