import { isRecord } from '../../../objects/index.ts';
import { cutPath, longestPath } from '../../schema/path.ts';

/**
 * One element of a path, in the notation of `FieldsV1`. Equal path elements are equal strings.
 *
 * - `f:name` is a member of an object.
 * - `k:{"name":"web"}` is an item of a list, identified by the keys of the item.
 * - `v:"x"` is an item of a set.
 * - `i:0` is an item of a list without keys.
 */
export type PathElement = string;

/** The path elements from the root of an object to a field. */
export type Path = readonly PathElement[];

/** Creates the path element of a member of an object. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** Returns the name in a {@link fieldElement}. Returns `undefined` for a path element of an item of a list. */
export function fieldNameOf(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

/**
 * Creates the path element of an item of a list, from the values of the keys. The result does not depend on the order
 * of the keys.
 */
export function keyElement(keys: Readonly<Record<string, unknown>>): PathElement {
  const names = Object.keys(keys);
  if (names.length > 1) names.sort(byText);
  return `k:{${names.map((name) => `${text(name)}:${text(keys[name])}`).join(',')}}`;
}

/** Creates the path element of an item of a set. */
export function valueElement(value: unknown): PathElement {
  return `v:${text(value)}`;
}

/**
 * Parses a path element in managed fields that a client sends.
 *
 * @returns `undefined` for a path element of an unknown kind; the caller omits the path element
 * @throws Error for an invalid path element
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

/**
 * Sorts path elements by kind and then by value. The order of the kinds is: members of objects, items by key, items of
 * sets, items by index.
 */
export function sortedElements(elements: Iterable<PathElement>): readonly PathElement[] {
  // The function parses each path element once, because a client can write thousands of long path elements.
  return Array.from(elements, sortableOf)
    .sort(compareSortables)
    .map(({ element }) => element);
}

interface Sortable {
  readonly element: PathElement;
  readonly kind: number;
  /**
   * The sort keys in order. For an item by key, the sort keys are the names and the values of the keys. A path element
   * of another kind has one sort key.
   */
  readonly parts: readonly Part[];
}

/** A value of any type as a sort key. The order of the types is: numbers, strings, booleans, lists, objects, null. */
interface Part {
  readonly rank: number;
  readonly value: string | number;
}

function sortableOf(element: PathElement): Sortable {
  const kind = 'fkvi'.indexOf(element.charAt(0));
  const name = fieldNameOf(element);
  if (name !== undefined) return { element, kind, parts: [partOf(name)] };
  const value = JSON.parse(element.slice(2)) as unknown;
  const isKeys = element.startsWith('k:') && isRecord(value);
  return { element, kind, parts: isKeys ? Object.entries(value).flat().map(partOf) : [partOf(value)] };
}

function partOf(value: unknown): Part {
  if (typeof value === 'number') return { rank: 0, value };
  if (typeof value === 'string') return { rank: 1, value };
  if (typeof value === 'boolean') return { rank: 2, value: Number(value) };
  return { rank: Array.isArray(value) ? 3 : value === null ? 5 : 4, value: text(value) };
}

function compareSortables(a: Sortable, b: Sortable): number {
  if (a.kind !== b.kind) return a.kind - b.kind;
  for (const [at, part] of a.parts.entries()) {
    const other = b.parts[at];
    if (other === undefined) return 1;
    if (part.rank !== other.rank) return part.rank - other.rank;
    if (part.value !== other.value) return part.value < other.value ? -1 : 1;
  }
  return a.parts.length - b.parts.length;
}

/**
 * Formats a path element for an error message: `.spec`, `[name="web"]` or `[="x"]`. The function cuts a long path
 * element, and then uses the notation of `FieldsV1`.
 */
export function elementText(element: PathElement): string {
  const name = fieldNameOf(element);
  if (name !== undefined) return `.${cutPath(name)}`;
  // The function does not parse a long path element. Thousands of errors can concern one item, and the keys of the item
  // can have 3 million characters.
  if (element.length > longestPath) return `[${cutPath(element.slice(2))}]`;
  const value = JSON.parse(element.slice(2)) as unknown;
  if (element.startsWith('i:')) return `[${String(value)}]`;
  if (element.startsWith('v:')) return `[=${shown(value)}]`;
  const keys = isRecord(value) ? Object.entries(value) : [];
  return `[${keys.map(([key, one]) => `${key}=${shown(one)}`).join(',')}]`;
}

/** Formats a path for an error message: `.spec.containers[name="web"].image`. Cuts the text to 1,000 characters. */
export function pathText(path: Path): string {
  let text = '';
  for (const element of path) {
    if (text.length >= longestPath) break;
    text += elementText(element);
  }
  return cutPath(text);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns JSON in the notation of Go, with escapes for the special characters of HTML. */
function text(value: unknown): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Matches texts in which no character needs an escape. Most names and keys match. */
const plain = /^[\w ./:@+-]*$/;

const shown = (value: unknown): string => JSON.stringify(value);
