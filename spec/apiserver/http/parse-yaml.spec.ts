import { describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { fc } from '../../support/properties.ts';
import { ConcurrencyLimit } from '../../../src/apiserver/http/concurrency-limit.ts';
import { parseYaml } from '../../../src/apiserver/http/parse-yaml.ts';
import { readObject } from '../../../src/apiserver/http/read-body.ts';
import { yamlInSlices } from '../../../src/apiserver/http/yaml-in-slices.ts';
import { yaml } from '../../../src/yaml/index.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { writeRequest } from '../support/write-request.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `k${n}: v`).join('\n');

const flowMaps = [
  ['{a: yes, b: 0644}', { a: true, b: 0o644 }],
  ['{"a": 1} # a comment', { a: 1 }],
  ['# a comment\n{"a": 1}', { a: 1 }],
] as const;

const refused = [
  ['{"a": "x\\/y"}', 'yaml: found unknown escape character'],
  ['{"a": "\\ud83d\\ude00"}', 'yaml: found invalid Unicode character escape code'],
  ['{"a": "\u007f"}', 'yaml: control characters are not allowed'],
  ['{"a": "\ud83d"}', 'yaml: invalid Unicode character'],
  ['{\n"a": "x\\/y"}', 'yaml: line 2: found unknown escape character'],
  ['a: "\\ud83d"', 'yaml: found invalid Unicode character escape code'],
  ['a: "\\U0000DFFF"', 'yaml: found invalid Unicode character escape code'],
  ['a: "x\\/y"', 'yaml: found unknown escape character'],
  ['b: 1\na: [&x !!str "x\n\n  y\\/z"]', 'yaml: line 4: found unknown escape character'],
  ['"\\/": 1', 'yaml: found unknown escape character'],
  ['a: .nan', 'json: unsupported value: NaN'],
  ['a: .inf', 'json: unsupported value: +Inf'],
  ['a: {b: [-.INF]}', 'json: unsupported value: -Inf'],
] as const;

const read = [
  [
    'a: 1e3\nb: 1.e+3\nc: 0x1F\nd: 0o17\ne: 017\nf: 0b11\ng: 1_000',
    { a: 1000, b: 1000, c: 31, d: 15, e: 15, f: 3, g: 1000 },
  ],
  ['{"a": 1e3, "b": 1E+3, "c": 1.5e3}', { a: 1000, b: 1000, c: 1500 }],
  ['a: 1:30\nb: 12:30:45', { a: '1:30', b: '12:30:45' }],
  ['{"a": "x\\\\/y"}', { a: 'x\\/y' }],
  ['a: 1\n---\na: 2', { a: 1 }],
  ['{"a": 1}\n---\n{"a": 2}', { a: 1 }],
  ['a: 1\n---\na: "\\/"', { a: 1 }],
  ['a: {b: 1e400}', { a: { b: '1e400' } }],
  ['{"a": [1e400, -1e400]}', { a: ['1e400', '-1e400'] }],
  [
    'a: |\n  "\\/"\nb: \'\\/\'\nc: \\ud83d # "\\/"\nd: "\\\\/ \\xd8 \\u00e9"',
    { a: '"\\/"\n', b: '\\/', c: '\\ud83d', d: '\\/ \u00d8 \u00e9' },
  ],
] as const;

describe('YAML', () => {
  it('should equal JSON for an object in JSON', () => {
    const object = fc
      .dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ stringUnit: anyCharacter }))
      .filter((given) => !/[\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\\ud[89a-f]/.test(JSON.stringify(given)));
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2), (given, indent) => {
        const text = JSON.stringify(given, undefined, indent);
        expect(parseYaml(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('should be read like JSON if a key is repeated', () => {
    const text = '{"a": 1, "a": 2}';

    expect(parseYaml(text)).toEqual(yaml().parse(text, { version: '1.1', uniqueKeys: false }));
  });

  it.each(flowMaps)('should allow flow maps (%s)', (text, value) => {
    expect(parseYaml(text)).toEqual(value);
  });

  it.each(refused)('should be refused as by the YAML library of Go (%j)', (text, message) => {
    expect(() => parseYaml(text)).toThrow(new Error(`error converting YAML to JSON: ${message}`));
  });

  it.each(read)('should be read as by the YAML library of Go (%j)', (text, value) => {
    expect(parseYaml(text)).toEqual(value);
  });

  const limit = new ConcurrencyLimit(1, 1);
  const resultOf = async (body: string): Promise<unknown> => {
    const request = await lastValueFrom(yamlInSlices(writeRequest('application/yaml', body), limit));
    try {
      return readObject(request);
    } catch (error) {
      return error;
    }
  };

  it.each([...flowMaps, ...refused, ...read].map(([text]) => text))(
    'should be read like a long body (%j)',
    async (text) => {
      const result = await resultOf(text);

      expect(await resultOf(text + ' '.repeat(40_000))).toEqual(result);
      expect(await resultOf(`${text}\n# ${'x'.repeat(40_000)}`)).toEqual(result);
    },
  );

  it.each(['{"a": 1, "a": 2}', 'b: 0\na: 1\na: 2'])(
    'should refuse a repeated key on request (%j)',
    (text) => {
      expect(() => parseYaml(text, { strict: true })).toThrow('Map keys must be unique');
    },
  );

  it('should be refused if it has too many parts to read quickly', () => {
    expect(() => parseYaml(lines(80_000))).toThrow('send it as JSON');
    expect(Object.keys(parseYaml(lines(30_000)) as object)).toHaveLength(30_000);
  });

  it('should be read if it is long and has few parts', () => {
    const text = Array.from({ length: 30_000 }, () => `  ${'x'.repeat(60)}\n`).join('');

    expect((parseYaml(`a: |\n${text}`) as { a: string }).a).toHaveLength(30_000 * 61);
  });

  it('should be refused if one value has too many lines', () => {
    expect(() => parseYaml(`a: |\n${' x\n'.repeat(310_000)}`)).toThrow('send it as JSON');
  });

  it('should end at the first error', () => {
    expect(() => parseYaml(']'.repeat(50_000))).toThrow(/ at line 1, column 1$/);
  });

  it('should support aliases, merges and redefined anchors like the library', () => {
    const text =
      'a: &x {b: 1}\nc: &y [*x, *x]\nd: &x 2\ne: *y\nf: {<<: *y, g: *x}\nh:\n  i: 3\n  <<: {i: 4, j: 5}';

    expect(parseYaml(text)).toEqual(yaml().parse(text, { version: '1.1' }));
  });

  it('should give each alias a separate value', () => {
    const { a, b } = parseYaml('a: &x {c: 1}\nb: *x') as Readonly<Record<string, object>>;

    expect(b).toEqual(a);
    expect(b).not.toBe(a);
  });

  it('should report a too deep document like JSON', () => {
    expect(() => parseYaml('['.repeat(20_000))).toThrow('exceeded max depth');
    expect(() => parseYaml('- '.repeat(20_000))).toThrow('exceeded max depth');
  });
});
