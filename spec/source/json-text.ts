import { fc } from '../support/properties.ts';
import { anyCharacter } from '../support/any-character.ts';

/** Property names for which the removal of managedFields searches, and similar names. */
const names = [
  'metadata',
  'managedFields',
  'object',
  'items',
  'spec',
  'labels',
  'xmanagedFields',
  '"managedFields":[',
  '\\"managedFields',
  'k:{"a":[1]}',
  'é]},"x',
  ']},"',
  ']},',
  '],',
  '{',
  '__proto__',
];

/** White space that JSON allows between two tokens. */
export const blank = fc.constantFrom('', '', '', '', ' ', '\n\t', '\r\n  ');

/** Returns a JSON string. Escapes the characters that `escaped` marks, even if JSON does not require the escape. */
export const stringOf = (content: string, escaped: readonly boolean[]): string => {
  const units = [
    ...JSON.stringify(content)
      .slice(1, -1)
      .matchAll(/\\u....|\\.|./gsu),
  ].map(([unit], i) =>
    escaped[i] === true && unit.length === 1
      ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      : unit,
  );
  return `"${units.join('')}"`;
};
export const few = fc.array(
  fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
  { maxLength: 20 },
);
const name = fc.tuple(fc.constantFrom(...names), few).map(([content, escaped]) => stringOf(content, escaped));
const text = fc
  .tuple(fc.oneof(fc.constantFrom(...names), fc.string({ unit: anyCharacter, maxLength: 8 })), few)
  .map(([content, escaped]) => stringOf(content, escaped));

const container = (
  open: string,
  close: string,
  parts: readonly string[],
  blanks: readonly string[],
): string => open + parts.map((part, i) => `${blanks[i] ?? ''}${part}`).join(',') + (blanks[9] ?? '') + close;
const blanks = fc.array(blank, { minLength: 10, maxLength: 10 });

const { value, object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom('null', 'true', '0', '-1.5e3'),
    tie('object'),
    tie('array'),
  ),
  object: fc
    .tuple(fc.array(fc.tuple(name, blank, blank, tie('value')), { maxLength: 5 }), blanks)
    .map(([members, spaces]) =>
      container(
        '{',
        '}',
        members.map(([key, before, after, content]) => `${key}${before}:${after}${content}`),
        spaces,
      ),
    ),
  array: fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), blanks)
    .map(([values, spaces]) => container('[', ']', values, spaces)),
}));

/** Random JSON values as text, with property names from `names`, escapes, white space and repeated names. */
export const jsonText: fc.Arbitrary<string> = value;

/** Random JSON objects as text. */
export const objectText: fc.Arbitrary<string> = object;

/** Random Kubernetes objects as text. As in a real response, the metadata has a name, a uid and a resourceVersion. */
export const kubeObjectText: fc.Arbitrary<string> = fc
  .record({
    before: fc.array(fc.tuple(fc.constantFrom('"spec"', '"data"', '"status"'), value), { maxLength: 1 }),
    inside: fc.array(fc.tuple(name, value), { maxLength: 3 }),
    fields: fc.array(value, { maxLength: 2 }),
    at: fc.integer({ min: 0, max: 4 }),
    behind: fc.array(fc.tuple(name, value), { maxLength: 2 }),
  })
  .map(({ before, inside, fields, at, behind }) => {
    const member = ([key, content]: readonly [string, string]): string => `${key}:${content}`;
    const members = [...inside.map(member), '"name":"a"', '"uid":"u"', '"resourceVersion":"1"'];
    if (fields.length > 0) members.splice(at, 0, `"managedFields":[${fields.join(',')}]`);
    const others = behind.filter(([key]) => JSON.parse(key) !== 'metadata').map(member);
    return `{${[...before.map(member), `"metadata":{${members.join(',')}}`, ...others].join(',')}}`;
  });

/** Random positions, in order, at which a text of this length is cut into chunks. */
export const bordersOf = (length: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.nat(length), { maxLength: 12 }).map((all) => all.sort((a, b) => a - b));

/** Returns the bytes of a text in chunks. Some chunks may be empty. */
export function chunksOf(content: string, borders: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(content);
  const ends = [...borders, bytes.length];
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
}
