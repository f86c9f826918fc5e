import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { Effort } from '../../../../src/apiserver/tables/json-path/effort.ts';
import { evaluate } from '../../../../src/apiserver/tables/json-path/evaluate.ts';
import { parsePath } from '../../../../src/apiserver/tables/json-path/parse.ts';
import { JsonPathError } from '../../../../src/apiserver/tables/json-path/path.ts';

const object = {
  metadata: { name: 'x', annotations: { 'example.com/a.b': 'dotted' } },
  spec: { replicas: 3, list: [1, 2, 3, 4], empty: [], nothing: null },
  status: {
    conditions: [
      { type: 'Ready', status: 'True', weight: 2 },
      { type: "It's", status: 'False', weight: 5 },
      { type: 'a)]b', status: 'Odd' },
    ],
  },
};

const find = (path: string): readonly unknown[] => evaluate(parsePath(path), object, new Effort(1_000));

describe('a JSONPath of Kubernetes', () => {
  it.each([
    ['.spec.replicas', [3]],
    ['$.spec.replicas', [3]],
    ['.spec', [object.spec]],
    ['.spec.none.deeper', []],
    ['.spec.nothing', [null]],
    ['.spec.nothing.deeper', []],
    ['.metadata.annotations.example\\.com/a\\.b', ['dotted']],
    ["['metadata']['name']", ['x']],
    ['.constructor', []],
    ['.spec.list[0]', [1]],
    ['.spec.list[-1]', [4]],
    ['.spec.list[1:3]', [2, 3]],
    ['.spec.list[-2:]', [3, 4]],
    ['.spec.list[:2]', [1, 2]],
    ['.spec.list[::2]', [1, 3]],
    ['.spec.list[*]', [1, 2, 3, 4]],
    ['.spec.list[0,2]', [1, 3]],
    ['.spec.list[1:1]', []],
    ['.spec.empty[*]', []],
    ['.spec.*', [3, [1, 2, 3, 4], [], null]],
    ['..name', ['x']],
    ['..weight', [2, 5]],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ["..conditions[?(@.type=='Ready')].status", ['True']],
    [`.status.conditions[?(@.type=="It's")].status`, ['False']],
    ['.status.conditions[?(@.type=="a)]b")].status', ['Odd']],
    ['.status.conditions[?(@.status != "True")].type', ["It's", 'a)]b']],
    ['.status.conditions[?(@.weight)].type', ['Ready', "It's"]],
    ['.status.conditions[?(@.weight>=5)].type', ["It's"]],
    ['.status.conditions[?(@.weight<5)].type', ['Ready']],
    ['.status.conditions[?(@.missing=="x")].type', []],
  ])('should find values by %s', (path, expected) => {
    expect(find(path)).toEqual(expected);
  });

  it.each([
    '.spec.list[7]',
    '.spec.list[3:1]',
    '.spec.list[0:9]',
    '.spec.replicas[0]',
    '.spec[?(@.a=="b")]',
    '.status.conditions[?(@.weight=="2")]',
    '.status.conditions[?(@.weight=~2)]',
  ])('should find nothing and give the reason: %s', (path) => {
    expect(() => find(path)).toThrow(JsonPathError);
  });

  it.each([
    ['a union that doubles what it finds', "['a','a']".repeat(22)],
    ['a union of descendants', "..['a','a']..['a','a']..['a','a']..['a','a']"],
    ['descendants of descendants', '..a'.repeat(20)],
    ['wildcards', '.*'.repeat(40)],
    ['filters', `.list${'[?(@.list[*])]'.repeat(30)}`],
    ['steps that find nothing', '.none'.repeat(2_000)],
  ])('should give up if the work is too much: %s', (_, path) => {
    const list = Array.from({ length: 40 }, () => ({
      list: Array.from({ length: 40 }, () => ({ list: [] })),
    }));
    let deep: object = { list };
    for (let depth = 0; depth < 30; depth++) deep = { a: deep, list };

    expect(() => evaluate(parsePath(path), deep, new Effort(1_000))).toThrow('it takes too much work');
  });

  it.each(['[abc]', '.a[?(@.b==c)]', '.a[?(@.b==)]', '.a}', '[0', '.a[?(@.b', '#'])(
    'should not be parsed from %s',
    (text) => {
      expect(() => parsePath(text)).toThrow(JsonPathError);
    },
  );

  it('should not be parsed from a filter with many operators', () => {
    expect(() => parsePath(`.a[?(@${'!'.repeat(300_000)}\n)]`)).toThrow(JsonPathError);
  });

  it('should be parsed, or refused with its own error, quickly for any text', () => {
    const pieces = fc.constantFrom(
      '.',
      '..',
      'a',
      '[',
      ']',
      '?(',
      ')',
      '@',
      '"',
      "'",
      '\\',
      '0',
      '-',
      ':',
      ',',
      '*',
      '==',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (words) => {
        try {
          evaluate(parsePath(words.join('')), object, new Effort(1_000));
        } catch (error) {
          expect(error).toBeInstanceOf(JsonPathError);
        }
      }),
    );
  });

  it('should find a member by its name, in any notation', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer(), (name, value) => {
        const escaped = name.replaceAll(/[^a-zA-Z0-9]/gu, (letter) => `\\${letter}`);
        fc.pre(!name.includes('\\') && name !== '*');
        expect(evaluate(parsePath(`.${escaped}`), { [name]: value }, new Effort(10))).toEqual([value]);
      }),
    );
  });
});
