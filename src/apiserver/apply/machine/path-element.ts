import { isRecord } from '../../../objects/index.ts';
import { cutPath, longestPath } from '../../schema/path.ts';

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

/** In the order of steps: members, then items by key, then items of sets, then indices; each by value. */
export function sortedElements(elements: Iterable<PathElement>): readonly PathElement[] {
  // Each is parsed once: a client may write thousands of long ones.
  return Array.from(elements, sortableOf)
    .sort(compareSortables)
    .map(({ element }) => element);
}

interface Sortable {
  readonly element: PathElement;
  readonly kind: number;
  /** What it is sorted by, one after the other: names and values of keys, else one value. */
  readonly parts: readonly Part[];
}

/** A value of whatever type: numbers, texts, flags, lists, objects, null. */
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

/** The step in the words of an error: `.spec`, `[name="web"]`, `[="x"]`. Of a long item the beginning is shown as it is spelt. */
export function elementText(element: PathElement): string {
  const name = fieldNameOf(element);
  if (name !== undefined) return `.${cutPath(name)}`;
  // Thousands of errors may be about one item, and its keys may have 3 million characters.
  if (element.length > longestPath) return `[${cutPath(element.slice(2))}]`;
  const value = JSON.parse(element.slice(2)) as unknown;
  if (element.startsWith('i:')) return `[${String(value)}]`;
  if (element.startsWith('v:')) return `[=${shown(value)}]`;
  const keys = isRecord(value) ? Object.entries(value) : [];
  return `[${keys.map(([key, one]) => `${key}=${shown(one)}`).join(',')}]`;
}

/** The whole way in the words of an error: `.spec.containers[name="web"].image`. It has 1,000 characters at most. */
export function pathText(path: Path): string {
  let text = '';
  for (const element of path) {
    if (text.length >= longestPath) break;
    text += elementText(element);
  }
  return cutPath(text);
}

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
