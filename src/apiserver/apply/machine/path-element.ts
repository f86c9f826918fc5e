import { isRecord } from '../../../objects/index.ts';

/**
 * One step into an object, spelt as `FieldsV1` spells it: `f:name` for a member of an object, `k:{"name":"web"}` for an
 * item of a list by its keys, `v:"x"` for an item of a set, `i:0` for one of another list. Equal steps are equal texts.
 */
export type PathElement = string;

/** Steps from the root of an object. */
export type Path = readonly PathElement[];

/** A member of an object. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The name in a {@link fieldElement}; `undefined` for another step. */
export function fieldNameOf(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

/** An item of a list by the values of its keys, whatever their order. */
export function keyElement(keys: Readonly<Record<string, unknown>>): PathElement {
  const names = Object.keys(keys);
  if (names.length > 1) names.sort(byText);
  return `k:{${names.map((name) => `${text(name)}:${text(keys[name])}`).join(',')}}`;
}

/** An item of a set. */
export function valueElement(value: unknown): PathElement {
  return `v:${text(value)}`;
}

/**
 * Reads a step as a client wrote it.
 *
 * @returns `undefined` for a kind of step that is not known: it is to be left out
 * @throws Error for what is no step
 */
export function parseElement(given: string): PathElement | undefined {
  if (given.length < 2) throw new Error('key must be 2 characters long:');
  if (given[1] !== ':') throw new Error(`missing colon: ${given}`);
  const content = given.slice(2);
  switch (given[0]) {
    case 'f':
      return given;
    case 'v':
      return valueElement(JSON.parse(content));
    case 'k': {
      const keys: unknown = JSON.parse(content);
      if (!isRecord(keys)) throw new Error(`no keys: ${given}`);
      return keyElement(keys);
    }
    case 'i':
      if (!/^[+-]?\d+$/.test(content)) throw new Error(`no index: ${given}`);
      return `i:${Number(content)}`;
    default:
      return undefined;
  }
}

/** The order of steps: members, then items by key, then items of sets, then indices; each by value. */
export function compareElements(a: PathElement, b: PathElement): number {
  const kind = kindRank(a) - kindRank(b);
  if (kind !== 0) return kind;
  if (a.startsWith('f:')) return byText(a, b);
  const [left, right] = [JSON.parse(a.slice(2)), JSON.parse(b.slice(2))] as [unknown, unknown];
  return isRecord(left) && isRecord(right) ? compareKeys(left, right) : compareValues(left, right);
}

/** The step in the words of an error: `.spec`, `[name="web"]`, `[="x"]`. */
export function elementText(element: PathElement): string {
  const name = fieldNameOf(element);
  if (name !== undefined) return `.${name}`;
  const value = JSON.parse(element.slice(2)) as unknown;
  if (element.startsWith('i:')) return `[${String(value)}]`;
  if (element.startsWith('v:')) return `[=${shown(value)}]`;
  const keys = isRecord(value) ? Object.entries(value) : [];
  return `[${keys.map(([key, one]) => `${key}=${shown(one)}`).join(',')}]`;
}

/** The whole way in the words of an error: `.spec.containers[name="web"].image`. */
export function pathText(path: Path): string {
  return path.map(elementText).join('');
}

/** The order of two values of whatever type: numbers, texts, flags, lists, objects, null. */
function compareValues(a: unknown, b: unknown): number {
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (typeof a === 'string' && typeof b === 'string') return byText(a, b);
  if (typeof a === 'number' || typeof a === 'boolean') return Number(a) - Number(b);
  return byText(text(a), text(b));
}

const rank = (value: unknown): number => {
  const at = ['number', 'string', 'boolean'].indexOf(typeof value);
  if (at >= 0) return at;
  return Array.isArray(value) ? 3 : value === null ? 5 : 4;
};

function compareKeys(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number {
  const [left, right] = [Object.keys(a), Object.keys(b)];
  for (const [at, name] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = byText(name, other) || compareValues(a[name], b[other]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const kindRank = (element: PathElement): number => 'fkvi'.indexOf(element.charAt(0));

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** JSON as Go writes it: what HTML would take for its own is escaped. */
function text(value: unknown): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Most names and keys: nothing in them is written in another way. */
const plain = /^[\w ./:@+-]*$/;

const shown = (value: unknown): string => JSON.stringify(value);
