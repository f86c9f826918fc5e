import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { parseYamlDocuments, stringifyYaml, yamlPieces } from '../../src/yaml/index.ts';
import { anyCharacter } from '../support/any-character.ts';

const tricky = fc.constantFrom(
  ...[
    '',
    ' ',
    'a',
    'yes',
    'No',
    'null',
    '~',
    '1',
    '0644',
    '1e3',
    '1:30',
    '2024-01-01',
    '.5',
    '-',
    '- a',
    'a: b',
    'a #b',
  ],
  ...[
    '#a',
    '"',
    "'",
    '|',
    '>',
    '&a',
    '*a',
    '!a',
    '%a',
    '@a',
    '`',
    '{',
    '[',
    ',',
    '?',
    ':',
    'a:',
    '<<',
    '=',
    '---',
    '...',
  ],
  ...[
    'a\nb',
    'a\n',
    'a\n\n',
    '\na',
    ' a\nb',
    'a \nb',
    'a\n b',
    'a\tb',
    '\ta',
    'a\n\tb',
    '\r\n',
    'é',
    '\u0000',
    '\u0085',
  ],
  ...[
    '\u2028',
    '\ufeff',
    '\u{1f600}',
    'a\n---\nb',
    '__proto__',
    'a b',
    'a  b',
    'a ',
    'inf',
    '.inf',
    'x'.repeat(200),
  ],
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 1e-7, [], {}),
    tricky,
    fc.string({ unit: anyCharacter }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(tricky, fc.string()), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe('stringifyYaml', () => {
  it('should be parsed to the same value, as YAML 1.1 and as 1.2', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = stringifyYaml(value);
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        for (const version of ['1.1', '1.2'] as const) {
          const read = [...parseYamlDocuments(text, { duplicateKeys: false, schema: { version } })];
          expect(read).toEqual([plain]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['\u007f', '\u0080', '\u0084', '\u0085', '\u0086', '\u009f', '\ufeff', '\ufffe', '\uffff'])(
    'should escape a control character (%j)',
    (control) => {
      const values = [control, { [control]: [control] }, nested(120, control)];
      for (const value of values) {
        const text = stringifyYaml(value);
        expect(text).not.toMatch(/[\x7f-\x84\x86-\x9f\ufffe\uffff]/);
        expect([...parseYamlDocuments(text, { duplicateKeys: false })]).toEqual([value]);
      }
    },
  );

  it('should produce the same text in pieces', () => {
    const items = Array.from({ length: 5_000 }, (_, nth) => ({ kind: 'Pod', metadata: { name: `p${nth}` } }));
    const list = { kind: 'PodList', items, metadata: {}, rows: [] };
    const pieces = [...yamlPieces(list)];

    expect(pieces.join('')).toBe(stringifyYaml(list));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
    expect([...yamlPieces({})].join('')).toBe('{}\n');
  });

  const nested = (levels: number, inner: unknown): unknown => {
    let value = inner;
    for (let level = 0; level < levels; level++) value = level % 3 === 0 ? [value] : { a: value };
    return value;
  };

  it.each([
    ['a text of many short lines', 'a\n'.repeat(10_000)],
    ['many texts of a few short lines', Array.from({ length: 1_000 }, () => 'a\nb\nc\nd')],
    ['a list of many values', Array.from({ length: 5_000 }, () => 1)],
    ['a map of many values', Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 'v']))],
  ])('should have about the same length at any depth (%s)', (_, inner) => {
    const lengths = [2, 120, 480].map((levels) => stringifyYaml(nested(levels, inner)).length);

    const [flat = 0, deep = 0, deepest = 0] = lengths;
    expect(deep).toBeLessThan(40 * flat);
    expect(deepest).toBeLessThan(2 * deep);
  });

  it('should be parsed to the same value at any depth', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 60, max: 160 }), (inner, levels) => {
        const value = nested(levels, inner);
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        for (const version of ['1.1', '1.2'] as const) {
          const read = [
            ...parseYamlDocuments(stringifyYaml(value), { duplicateKeys: false, schema: { version } }),
          ];
          expect(read).toEqual([plain]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['lines as in a script', 30, 'set -e\necho "one two three"\n\nexit 0\n'],
    ['two lines', 30, 'a\nb'],
    ['short lines at a usual depth', 7, 'a\n'.repeat(1000)],
  ])('should write a text as a block (%s)', (_, levels, text) => {
    expect(stringifyYaml(nested(levels, text))).toMatch(/ \|-?\n/);
  });

  it('should write the same text as Go', () => {
    const value = {
      kind: 'Pod',
      apiVersion: 'v1',
      spec: { containers: [{ name: 'a', args: ['-x', 'b\nc\n'], ports: [] }], priority: 0, on: 'yes' },
      metadata: { labels: {}, name: 'web-1', creationTimestamp: '2024-01-01T00:00:00Z' },
    };

    expect(stringifyYaml(value)).toBe(`apiVersion: v1
kind: Pod
metadata:
  creationTimestamp: "2024-01-01T00:00:00Z"
  labels: {}
  name: web-1
spec:
  containers:
  - args:
    - "-x"
    - |
      b
      c
    name: a
    ports: []
  "on": "yes"
  priority: 0
`);
  });
});
