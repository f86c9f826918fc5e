import { describe, expect, it } from '@jest/globals';
import {
  parseYamlDocuments,
  pause,
  YamlError,
  yaml,
  type YamlOptions,
  yamlSteps,
} from '../../src/yaml/index.ts';
import { growthOfCost } from '../support/growth-of-cost.ts';

const bodies: YamlOptions = { maxParts: 60_000, maxDocuments: 1, duplicateKeys: true };
const files: YamlOptions = { duplicateKeys: false };
const read = (text: string, options = files): unknown[] => [...parseYamlDocuments(text, options)];

function refusal(text: string, options = files): YamlError {
  try {
    read(text, options);
  } catch (error) {
    if (error instanceof YamlError) return error;
    throw error;
  }
  throw new Error('it was read');
}

const numbered = (count: number, line: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => line(nth)).join('');

describe('parseYamlDocuments', () => {
  it('should read documents like the library `yaml`', () => {
    const text =
      '# c\n---\na: 1\n---\n---\n- b: [c, {d: ~}]\n- "e\\n": 0o17\n...\n---\n|\n x\n y\n---\n? k\n: 1\n2: v\nnull: n\n';

    expect(read(text)).toEqual(
      yaml()
        .parseAllDocuments(text)
        .map((document) => document.toJS() as unknown),
    );
    expect(read('')).toEqual([]);
  });

  it('should limit the tokens of each document separately', () => {
    const options = { ...files, maxPartsOfDocument: 200 };
    const small = `a: [${'1,'.repeat(40)}1]\n`;

    expect(read(`${small}---\n`.repeat(50), options)).toHaveLength(51);
    const { tooLarge, document, message } = refusal(
      `${small}---\n${small}...\n---\n[${'1,'.repeat(100)}`,
      options,
    );
    expect([tooLarge, document]).toEqual([true, 2]);
    expect(message).toMatch(/^a document has more than 200 parts at line 6, column \d+$/);
  });

  // The values are those of `sigs.k8s.io/yaml` 1.6.0, a Go library of Kubernetes.
  it.each<[string, unknown]>([
    ['c: |\n    x', 'x'],
    ['c: |\n    x\n', 'x\n'],
    ['c: |\r\n    x', 'x'],
    ['c: >\n  a\n  b', 'a b'],
    ['c: |+\n  a', 'a'],
    ['c: |+\n  x\n\n', 'x\n\n'],
    ['c: |-\n  x', 'x'],
    ['c: |\n  x\n  ', 'x\n'],
    ['c: |', ''],
    ['c: |\n  x\n# text', 'x\n'],
    ['c: |\n  x\nd: 1', 'x\n'],
    ['---\nc: |\n  x\n---\nc: |\n  x', 'x'],
  ])('should keep the final line break of a block scalar only if the text has one: %j', (text, expected) => {
    expect(read(text).at(-1)).toMatchObject({ c: expected });
  });

  it('should read a member `__proto__` as an own property of the object', () => {
    const [value] = read('__proto__: {a: 1}');

    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['a: 1\n---\nb: [\n', 1, /flow sequence/i],
    ['a: 1\n---\nb: *x\n', 1, /^the alias \*x has no anchor before it$/],
    ['&a [*a]', 0, /^the anchor &a contains itself$/],
    ['&a {b: &b [*a]}', 0, /^the anchor &a contains itself$/],
    ['a: 1\n---\n---\nb: 1\nb: 2', 2, /^Map keys must be unique$/],
    ['? [a]\n: b', 0, /^a key of a map must be a scalar$/],
    ['a: b: c', 0, /./],
  ])('should name the document and the problem of %j', (text, document, problem) => {
    const error = refusal(text);

    expect(error.document).toBe(document);
    expect(error.problem).toMatch(problem);
  });

  it.each([
    ['a: b\n---\nc: \u0007', { document: 1, line: 3, column: 4 }],
    ['\u0002a: b', { document: 0, line: 1, column: 1 }],
    ['a: "\u001b[31m"', { document: 0, line: 1, column: 5 }],
    ['# \u007f', { document: 0, line: 1, column: 3 }],
    ['\0'.repeat(1_000_000), { document: 0, line: 1, column: 1 }],
  ])('should refuse control characters (%#)', (text, where) => {
    expect(refusal(text)).toMatchObject({ problem: 'control characters are not allowed', ...where });
  });

  it('should accept tabs, line ends of all kinds and escaped control characters', () => {
    expect(read('a: "b\\u0007\tc"\r\nd: e\u0085f\n')).toEqual([{ a: 'b\u0007\tc', d: 'e\u0085f' }]);
  });

  it('should name the position, and not repeat a long text', () => {
    const { message, line, column } = refusal(`a: 1\nb: @${'x'.repeat(10_000)}`);

    expect([line, column]).toEqual([2, 4]);
    expect(message.length).toBeLessThan(300);
  });

  it('should limit the values that aliases add', () => {
    const bomb = numbered(12, (nth) => `a${nth}: &a${nth} [${`*a${nth - 1},`.repeat(nth && 10) || 'x'}]\n`);

    expect(refusal(bomb).problem).toBe('its aliases and merges stand for more than 100000 values');
  });

  it.each([
    ['texts', `a: &a ${'x'.repeat(1_000_000)}\nb: [${'*a,'.repeat(4)}]`],
    ['keys', `a: &a {${'x'.repeat(1_000_000)}: 1}\nb: [${'*a,'.repeat(4)}]`],
    ['merged keys', `a: &a {${'x'.repeat(1_000_000)}: 1}\n${numbered(4, (nth) => `b${nth}: {<<: *a}\n`)}`],
  ])('should limit the %s that aliases add', (_what, text) => {
    expect(refusal(text).problem).toBe('its aliases and merges stand for more than 3145728 characters');
  });

  it('should limit the depth that aliases add', () => {
    const chain = numbered(
      30,
      (nth) => `a${nth}: &a${nth} ${'['.repeat(99)}${nth && `*a${nth - 1}`}${']'.repeat(99)}\n`,
    );

    expect(refusal(chain).problem).toBe('exceeded max depth');
  });

  it.each<[string, Partial<YamlOptions>, string, string]>([
    ['there are more documents than 2', { maxDocuments: 2 }, 'a: 1\n--- 2\n', '--- 3\n'],
    ['there are more than 8 parts', { maxParts: 8 }, 'a: 1\n', 'b: 2\n'],
    ['a document has more than 8 parts', { maxPartsOfDocument: 8 }, 'a: 1\n', 'b: 2\n'],
    ['a part has more than 5 characters', { longestPart: 5 }, 'a: 12345\n', 'b: 123456\n'],
  ])('should read up to the limit: %s', (problem, limits, within, beyond) => {
    expect(read(within, { ...files, ...limits })[0]).toHaveProperty('a');

    const error = refusal(within + beyond, { ...files, ...limits });
    expect(error.problem).toBe(problem);
    expect(error.excess).toBe(undefined);
    expect(error.tooLarge).toBe(!problem.includes('documents'));
  });

  it('should count a token once for each of its lines', () => {
    // The text has one token for each of its lines. Two more tokens are the start of the document and the end of the
    // line.
    const lines = (count: number): string => `'${'x\n'.repeat(count)}'`;

    expect(read(lines(10), { ...files, maxParts: 14 })).toHaveLength(1);
    expect(refusal(lines(20), { ...files, maxParts: 14 }).tooLarge).toBe(true);
  });

  it('should pause after each 200 tokens', () => {
    const steps = (items: number): string[] =>
      [...yamlSteps(`[${'1,'.repeat(items)}1]`, files)].map((step) => (step === pause ? '-' : 'd'));

    expect(steps(10).join('')).toBe('d');
    // Each item has three tokens: its text, the comma, and the start of a value.
    expect(steps(100).join('')).toBe('-d');
    expect(steps(500).join('')).toBe('-------d');
  });

  it('should read no further than the requested document', () => {
    const documents = parseYamlDocuments(`a: 1\n--- [${'x,'.repeat(10)}\n]]]`, files);

    expect(documents.next().value).toEqual({ a: 1 });
    expect(() => documents.next()).toThrow(YamlError);
  });

  it('should not fail for a warning of the library', () => {
    expect(read('a: !unknown b\n')).toEqual([{ a: 'b' }]);
    expect(read('%FOO\n---\na: b\n')).toEqual([{ a: 'b' }]);
  });

  it('should name the current document if an error comes before the next one', () => {
    expect(refusal('a: 1\n--- b\n--- &a &b c')).toMatchObject({ document: 2, line: 3 });
    expect(refusal('a: 1\n...\n]')).toMatchObject({ document: 1, line: 3 });
  });

  it('should show the first 200 characters of a problem', () => {
    const problemOf = (length: number): string => refusal(`*${'x'.repeat(length)}`).problem;
    const words = 'the alias * has no anchor before it'.length;

    expect(problemOf(200 - words)).toBe(`the alias *${'x'.repeat(200 - words)} has no anchor before it`);
    expect(problemOf(201 - words)).toBe(`the alias *${'x'.repeat(201 - words)} has no anchor before i…`);
  });

  // An earlier parser needed between one second and two minutes for each test case, because it collected each error and
  // compared each pair of keys.
  it.each<[string, number, (size: number) => string]>([
    ['brackets', 12_500, (size) => ']'.repeat(size)],
    ['braces', 15_000, (size) => '{'.repeat(size)],
    ['directives', 10_000, (size) => '%\n'.repeat(size)],
    ['commas', 15_000, (size) => `[${','.repeat(size)}`],
    ['anchors', 10_000, (size) => '& '.repeat(size)],
    ['aliases', 10_000, (size) => '* '.repeat(size)],
    ['pairs of brackets', 7_500, (size) => '[] '.repeat(size)],
    ['escapes', 10_000, (size) => `"${'\\q'.repeat(size)}"`],
    ['documents', 2_500, (size) => '--- a\n'.repeat(size)],
    ['keys', 3_750, (size) => numbered(size, (nth) => `k${nth}: v\n`)],
    ['anchors and aliases', 2_000, (size) => numbered(size, (nth) => `- &a${nth} 1\n- *a${nth}\n`)],
    ['aliases in their own anchors', 2_000, (size) => '- &a {b: *a}\n'.repeat(size)],
  ])('should read %s in time proportional to their number', (_what, quarter, made) => {
    const growth = growthOfCost(quarter, (size) => {
      for (const options of [bodies, files]) {
        try {
          read(made(size), options);
        } catch (error) {
          expect(error).toBeInstanceOf(YamlError);
        }
      }
    });

    expect(growth).toBeLessThan(9);
  });
});
