import { describe, expect, it } from '@jest/globals';
import { parseYamlDocuments, YamlError, type YamlOptions } from '../../src/yaml/index.ts';

/** The options for manifests. Merge keys (`<<`), timestamps and binary values follow YAML 1.1, as in kubectl. */
const options: YamlOptions = { duplicateKeys: false, schema: { version: '1.1' } };
const read = (text: string, given = options): unknown => [...parseYamlDocuments(text, given)][0];

function refusal(text: string): YamlError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof YamlError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('jsonOf', () => {
  it.each([
    ['a: &a {x: 1, m: 2}\nb: {<<: *a, m: 3}', { x: 1, m: 3 }],
    ['a: &a {x: 1, m: 2}\nb: {m: 3, <<: *a}', { m: 3, x: 1 }],
    ['a: [&a {x: 1}, &b {x: 2, m: 2}]\nb: {<<: [*a, *b], z: 3}', { x: 1, m: 2, z: 3 }],
    ['a: &a [{x: 1}, {x: 2, m: 2}]\nb: {<<: *a}', { x: 1, m: 2 }],
    ['b: {<<: {x: 1}, x: 2}', { x: 2 }],
  ])('should merge the maps that the key << names: %j', (text, merged) => {
    const { b } = read(text) as { readonly b: unknown };

    expect(b).toEqual(merged);
    expect(Object.keys(b as object)).toEqual(Object.keys(merged));
  });

  it.each([
    ['b: {<<: 1}', 1, 9],
    ['b: {<<: [{x: 1}, z]}', 1, 18],
    ['a: &a 1\nb: {<<: *a}', 1, 7],
  ])('should refuse to merge a value that is not a map: %j', (text, line, column) => {
    expect(refusal(text)).toMatchObject({ problem: 'a merge must name maps', line, column });
  });

  it('should copy the values of a merge', () => {
    const { a, b } = read('a: &a {x: {m: 1}}\nb: {<<: *a}') as Record<'a' | 'b', { x: { m: number } }>;
    a.x.m = 2;

    expect(b.x.m).toBe(1);
  });

  it('should read the symbol << as a string if it is a value', () => {
    expect(read('a: <<')).toEqual({ a: '<<' });
  });

  it('should read a time as its JSON string', () => {
    expect(read('a: 2024-01-02T03:04:05Z')).toEqual({ a: '2024-01-02T03:04:05.000Z' });
  });

  it('should read pairs and sets of YAML 1.1', () => {
    expect(read('a: !!pairs [x: 1, x: 2]\nb: !!set {x, m}')).toEqual({
      a: [{ x: 1 }, { x: 2 }],
      b: { x: null, m: null },
    });
  });

  it.each([
    ['{1: a, true: b, ~: c, d: e}', { '1': 'a', true: 'b', '': 'c', d: 'e' }],
    ['{? : a}', { '': 'a' }],
  ])('should name a member by the text of its key: %j', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each(['? {a: b}\n: c', '? [a]\n: c', 'a: &a [1]\n*a : c'])('should refuse the key of %j', (text) => {
    expect(refusal(text)).toMatchObject({ problem: 'a key of a map must be a scalar', excess: undefined });
  });

  it('should resolve an alias to the last earlier value with its anchor', () => {
    expect(read('[&a 1, *a, &a 2, *a]')).toEqual([1, 1, 2, 2]);
    expect(read('- &a 1\n- &b [*a]\n- &a 2\n- *b')).toEqual([1, [1], 2, [1]]);
  });

  it('should name the position of an alias without an anchor', () => {
    expect(refusal('a: 1\nb:\n  - *x')).toMatchObject({
      problem: 'the alias *x has no anchor before it',
      line: 3,
      column: 5,
      excess: undefined,
    });
  });

  it('should name the position of a repeated key', () => {
    expect(refusal('a: 1\nb: {c: 1, d: 2, c: 3}')).toMatchObject({
      problem: 'Map keys must be unique',
      line: 2,
      column: 17,
    });
  });

  it('should count only the values that aliases add', () => {
    // An alias of a list counts as many values as a copy: the list itself, and each value in the list.
    const withCopies = (aliases: number): string =>
      `a: &a [${'1,'.repeat(999)}]\nb: [${'*a,'.repeat(aliases)}]\nc: [${'1,'.repeat(1_000)}]`;

    expect(read(withCopies(100))).toMatchObject({ a: { length: 999 }, b: { length: 100 } });
    expect(refusal(withCopies(101))).toMatchObject({
      excess: 'its aliases and merges stand for more than 100000 values',
    });
  });

  it('should count the values and the keys that merges add', () => {
    const keys = Array.from({ length: 999 }, (_, nth) => `k${nth}: 1,`).join('');
    const withMerges = (merges: number): string => `a: &a {${keys}}\nb: [${'{<<: *a},'.repeat(merges)}]`;

    expect(read(withMerges(50))).toMatchObject({ b: { length: 50 } });
    expect(refusal(withMerges(51))).toMatchObject({
      excess: 'its aliases and merges stand for more than 100000 values',
    });
  });

  it('should count the copies of merges within merges', () => {
    const nested = (levels: number): string =>
      levels === 0
        ? '{}'
        : `{a${levels}: 1, b${levels}: 1, c${levels}: 1, d${levels}: 1, <<: ${nested(levels - 1)}}`;

    // A merge copies the 4 keys of each inner level. With 219 levels, the merges copy about 4 · (1 + 2 + … + 219) keys,
    // which is less than the limit.
    expect(Object.keys(read(nested(219)) as object)).toHaveLength(876);
    expect(refusal(nested(225))).toMatchObject({
      excess: 'its aliases and merges stand for more than 100000 values',
    });
  });

  it('should count only the characters that aliases add', () => {
    const text = 'x'.repeat(3 * 1024 * 512);
    const withCopies = (aliases: number): string =>
      `a: &a ${text}\nb: [${'*a,'.repeat(aliases)}]\nc: ${text}`;

    expect(read(withCopies(2))).toEqual({ a: text, b: [text, text], c: text });
    expect(refusal(`${withCopies(2)}\nd: &d x\ne: *d`)).toMatchObject({
      excess: 'its aliases and merges stand for more than 3145728 characters',
    });
  });

  it('should read at most 500 levels, including those of aliases', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const aliased = (levels: number): string =>
      `- &a ${nested(250)}\n- ${'['.repeat(levels)}*a${']'.repeat(levels)}`;

    expect(JSON.stringify(read(nested(500)))).toBe(nested(500));
    expect(refusal(nested(501)).excess).toBe('it is nested deeper than 500 levels');
    expect(read(aliased(249))).toHaveLength(2);
    expect(refusal(aliased(250))).toMatchObject({
      problem: 'exceeded max depth',
      excess: 'it is nested deeper than 500 levels',
    });
  });
});
