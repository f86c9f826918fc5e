import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { duplicateFields } from '../../../src/apiserver/http/duplicate-fields.ts';

/** A JSON value. Objects are lists of members, so that a name can occur twice. */
type Tree = string | readonly Tree[] | { readonly members: readonly (readonly [string, Tree])[] };

const name = fc.constantFrom('a', 'b', 'c"d', 'e\\', '{', '__proto__', '');

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('x', '"', '\\"', '[{"a":1,"a":2}]', ','),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.record({ members: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }) }),
  ),
})).tree;

function textOf(value: Tree): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if ('members' in value) {
    return `{ ${value.members.map(([one, inner]) => `${JSON.stringify(one)} : ${textOf(inner)}`).join(' , ')} }`;
  }
  return `[${value.map(textOf).join(',')}]`;
}

function duplicatesIn(value: Tree, path = ''): readonly string[] {
  if (typeof value === 'string') return [];
  if (!('members' in value)) return value.flatMap((item, at) => duplicatesIn(item, `${path}[${at}]`));
  return value.members.flatMap(([one, inner], at) => {
    const place = path === '' ? one : `${path}.${one}`;
    const again = value.members.slice(0, at).some(([earlier]) => earlier === one);
    return [...(again ? [place] : []), ...duplicatesIn(inner, place)];
  });
}

describe('duplicateFields', () => {
  it('should find every repeated member (P73)', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = textOf(value);
        JSON.parse(text);

        expect(duplicateFields(text)).toEqual(duplicatesIn(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('should name them by their paths', () => {
    const text = '{"metadata":{"name":"a","name":"b"},"spec":{"list":[{"k":1},{"k":1,"\\u006b":2}]}}';

    expect(duplicateFields(text)).toEqual(['metadata.name', 'spec.list[1].k']);
  });

  it('should show the first 1,000 characters of a path', () => {
    const inner = `{${'"a":1,'.repeat(150)}"a":1}`;

    const found = duplicateFields(`{"${'x'.repeat(2_000_000)}":[${inner}]}`);

    expect(found).toEqual(Array(100).fill('x'.repeat(1_000)));
  });

  it('should return for text that is not JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a') }),
        (text) => {
          expect(Array.isArray(duplicateFields(text))).toBe(true);
        },
      ),
    );
  });
});
