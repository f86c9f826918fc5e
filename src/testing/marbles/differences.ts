import { show } from './show.ts';

/**
 * Returns one line for each difference between two values. For equal values, the array is empty. As in Jest's
 * `toEqual`, an absent member equals `undefined`, and the expected value may be an asymmetric matcher
 * (`expect.any(String)`).
 */
export function differences(received: unknown, expected: unknown): readonly string[] {
  return [...compare(received, expected, '', new Set())];
}

function* compare(
  received: unknown,
  expected: unknown,
  path: string,
  above: ReadonlySet<unknown>,
): Generator<string> {
  if (isAsymmetric(expected) ? expected.asymmetricMatch(received) : Object.is(received, expected)) return;
  if (isAsymmetric(expected) || !areSameSort(received, expected)) {
    yield `${path === '' ? '' : `${path}: `}expected ${show(expected)}, received ${show(received)}`;
    return;
  }
  if (above.has(expected)) return; // the value contains itself (a cycle), and an outer call already compares its members
  const inside = new Set(above).add(expected);
  const [left, right] = [membersOf(received as object), membersOf(expected as object)];
  for (const name of new Set([...right.keys(), ...left.keys()])) {
    yield* compare(left.get(name), right.get(name), path === '' ? name : `${path}.${name}`, inside);
  }
}

function areSameSort(received: unknown, expected: unknown): boolean {
  if (typeof received !== 'object' || typeof expected !== 'object') return false;
  if (received === null || expected === null) return false;
  return sortOf(received) === sortOf(expected);
}

/**
 * Returns the type of a value. Values of different types always differ. Plain objects and class instances have the same
 * type. If the members of a value do not contain its content, as with a Date, the type includes the content.
 * If the content cannot be read, as with a Promise, the type is the value itself.
 */
function sortOf(value: object): unknown {
  if (value instanceof Error) return `error ${value.name}`;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  switch (tag) {
    case 'Date':
      return `date ${(value as Date).getTime()}`;
    case 'RegExp':
    case 'URL':
    case 'URLSearchParams':
    case 'String':
    case 'Number':
    case 'Boolean':
      return `${tag} ${(value as object & { toString(): string }).toString()}`;
    case 'Promise':
    case 'WeakMap':
    case 'WeakSet':
    case 'WeakRef':
      return value;
    default:
      return tag;
  }
}

function membersOf(value: object): ReadonlyMap<string, unknown> {
  if (value instanceof Map) {
    return new Map([...(value as Map<unknown, unknown>)].map(([key, member]) => [show(key), member]));
  }
  if (value instanceof Set) return new Map([...value].map((member, at) => [String(at), member]));
  const shown = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  const own = Object.entries(shown);
  if (value instanceof Error) own.push(['message', value.message]);
  if (Array.isArray(value)) own.push(['length', value.length]);
  return new Map(own);
}

interface Asymmetric {
  asymmetricMatch(value: unknown): boolean;
}

function isAsymmetric(value: unknown): value is Asymmetric {
  return typeof (value as Partial<Asymmetric> | null | undefined)?.asymmetricMatch === 'function';
}
