import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { parseYaml } from '../../../src/apiserver/http/parse-yaml.ts';
import { yaml } from '../../../src/yaml/index.ts';
import { anyCharacter } from '../../support/any-character.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `k${n}: v`).join('\n');

describe('YAML', () => {
  it('should equal JSON for an object in JSON', () => {
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ stringUnit: anyCharacter }));
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

  it.each([
    ['{a: yes, b: 0644}', { a: true, b: 0o644 }],
    ['{"a": 1} # a comment', { a: 1 }],
    ['# a comment\n{"a": 1}', { a: 1 }],
  ])('should allow flow maps (%s)', (text, value) => {
    expect(parseYaml(text)).toEqual(value);
  });

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
