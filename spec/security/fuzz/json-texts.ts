import type { Random } from './random.ts';

/**
 * Returns a JSON value of about `bytes` bytes with a random shape. With each shape, the text is slow to parse, or the
 * parsed value is slow to visit.
 */
export function valueText(random: Random, bytes: number, depth = 0): string {
  const shape = random.pick(shapes);
  if (shape !== mixed) return shape(random, Math.max(4, bytes));
  if (depth > 3 || bytes < 64) return '0';
  const count = random.integer(1, 6);
  const parts = Array.from({ length: count }, () => valueText(random, bytes / count, depth + 1));
  return random.chance(0.5)
    ? `[${parts.join(',')}]`
    : `{${parts.map((part, nth) => `"${random.pick(names)}${random.chance(0.5) ? nth : ''}":${part}`).join(',')}}`;
}

const names: readonly [string, ...string[]] = [
  'a',
  'spec',
  'metadata',
  'items',
  '__proto__',
  'constructor',
  'managedFields',
  'name',
  'toString',
  '',
];

type Shape = (random: Random, bytes: number) => string;

const times = (count: number, of: (nth: number) => string): string =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, nth) => of(nth)).join(',');
const repeated = (unit: string, bytes: number): string => {
  const count = Math.max(1, Math.floor(bytes / (unit.length + 1)));
  return `${`${unit},`.repeat(count - 1)}${unit}`;
};

const wide: Shape = (random, bytes) =>
  `[${repeated(random.pick(['{}', '[]', '0', '""', 'null', '{"a":0}', '[[]]', '"x"', '-0.1e-3', '1e999']), bytes)}]`;
const manyKeys: Shape = (random, bytes) => {
  const prefix = random.pick(['', 'k', '9', '-', 'ä']);
  return `{${times(bytes / 10, (nth) => `"${prefix}${nth}":0`)}}`;
};
const farIndices: Shape = (_, bytes) =>
  `[${times(bytes / 20, (nth) => `{"${(nth * 7919) % 4_294_967_295}":0}`)}]`;
const ownKeys: Shape = (random, bytes) => {
  const members = random.integer(1, 4);
  const object = (nth: number): string =>
    `{${times(members, (member) => `"${random.integer(0, 1_000_000)}k${nth}-${member}":${member}`)}}`;
  return `[${times(bytes / (members * 16), object)}]`;
};
const sameKey: Shape = (random, bytes) =>
  `{${repeated(`"${random.pick(names)}":${random.pick(['0', '{}', '[]'])}`, bytes)}}`;
const deep: Shape = (random, bytes) => {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
    ['[0,', ']'],
  ]);
  const count = Math.max(1, Math.floor(Math.min(bytes, 4_000_000) / (open.length + close.length)));
  return `${open.repeat(count)}0${close.repeat(random.chance(0.9) ? count : count - 1)}`;
};
const longString: Shape = (random, bytes) => {
  const unit = random.pick([
    'x',
    '中',
    '\\u0041',
    '\\"',
    '[1,',
    '{},',
    '\\\\',
    '"metadata":{'.replaceAll('"', '\\"'),
    '😀',
  ]);
  return `"${unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))}"`;
};
const shortStrings: Shape = (random, bytes) => {
  const isOwn = random.chance(0.5);
  return `[${times(bytes / 12, (nth) => (isOwn ? `"s${nth}"` : '"same"'))}]`;
};
/**
 * Returns objects with different keys and long texts. With one character outside Latin-1, V8 stores each character of
 * a text in two bytes.
 */
const wideTexts: Shape = (random, bytes) => {
  const length = random.size(1, 200);
  const character = random.pick(['я', '\\u4e2d', 'x']);
  const text = (nth: number): string => `{"k${nth}":"${nth}${'x'.repeat(length)}${character}"}`;
  return `[${times(bytes / (length + 20), text)}]`;
};
const longNumber: Shape = (_, bytes) => '1'.repeat(Math.min(bytes, 200_000));
const blanks: Shape = (random, bytes) => `[${random.pick([' ', '\t', '\r'])}${' '.repeat(bytes)}0]`;
const mixed: Shape = () => '';

const shapes: readonly [Shape, ...Shape[]] = [
  wide,
  manyKeys,
  farIndices,
  ownKeys,
  sameKey,
  deep,
  longString,
  shortStrings,
  wideTexts,
  longNumber,
  blanks,
  mixed,
  mixed,
];

/** Returns the JSON of a Kubernetes object. The object is valid, or invalid in one way. */
export function objectText(random: Random, name: string, bytes: number): string {
  const metadata = (more = ''): string =>
    `"metadata":{"name":"${name}","namespace":"n","uid":"u-${name}","resourceVersion":"${random.integer(2, 9)}"${more}}`;
  const big = (): string => valueText(random, bytes);
  return random.pick<() => string>([
    () => `{${metadata()},"spec":${big()}}`,
    () => `{${metadata()},"spec":${big()}}`,
    () => `{"kind":"Pod","apiVersion":"v1",${metadata()},"status":${big()}}`,
    () => `{"spec":${big()},${metadata()}}`,
    () => `{${metadata(`,"labels":${big()}`)}}`,
    () => `{${metadata(`,"annotations":${big()},"ownerReferences":${valueText(random, 64)}`)}}`,
    () => `{${metadata(`,"managedFields":${big()}`)},"spec":{}}`,
    () => `{${metadata()},${metadata()},"spec":${big()}}`,
    () => `{${metadata()},"spec":[${big()},{},{"metadata":{}}]}`,
    () => `{${metadata()}}`,
  ])();
}

/** Returns a JSON value that is not a Kubernetes object. */
export const malformedText = (random: Random): string =>
  random.pick([
    '{}',
    'null',
    '0',
    '[]',
    '"x"',
    '{"metadata":null}',
    '{"metadata":{"name":{}}}',
    '{"metadata":{"name":"a","uid":"u"}}',
    '{"metadata":[]}',
  ]);
