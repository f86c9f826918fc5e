import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import {
  difference,
  type FieldSet,
  fieldSet,
  hasField,
  intersection,
  isEmptySet,
  isSameSet,
  recursiveDifference,
  union,
} from '../../../../src/apiserver/apply/machine/field-set.ts';
import type { Path } from '../../../../src/apiserver/apply/machine/path-element.ts';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:1');
const paths = fc.array(fc.array(element, { minLength: 1, maxLength: 3 }), { maxLength: 8 });

const textOf = (path: Path): string => path.join('/');
const pathOf = (text: string): Path => text.split('/');

/** Returns the paths of a field set as plain strings, for comparison. */
function naive(set: FieldSet, prefix: Path = []): string[] {
  return [...set].flatMap(([one, { member, children }]) => {
    const path = [...prefix, one];
    return [...(member ? [textOf(path)] : []), ...naive(children, path)];
  });
}

const asSet = (texts: readonly string[]): FieldSet => fieldSet(...texts.map(pathOf));

describe('FieldSet', () => {
  it('should behave like a set of paths', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const [a, b] = [new Set(left.map(textOf)), new Set(right.map(textOf))];
        const [x, y] = [fieldSet(...left), fieldSet(...right)];
        const under = (text: string): boolean =>
          [...b].some((one) => text === one || text.startsWith(`${one}/`));

        expect(naive(x).sort()).toEqual([...a].sort());
        expect(naive(union(x, y)).sort()).toEqual([...new Set([...a, ...b])].sort());
        expect(naive(intersection(x, y)).sort()).toEqual([...a].filter((one) => b.has(one)).sort());
        expect(naive(difference(x, y)).sort()).toEqual([...a].filter((one) => !b.has(one)).sort());
        expect(naive(recursiveDifference(x, y)).sort()).toEqual([...a].filter((one) => !under(one)).sort());
        expect(isSameSet(x, y)).toBe(isSameSet(asSet([...a]), asSet([...b])));
        expect(isSameSet(x, y)).toBe([...a].sort().join() === [...b].sort().join());
      }),
    );
  });

  it('should keep no empty node', () => {
    fc.assert(
      fc.property(paths, (all) => {
        const set = fieldSet(...all);

        expect(isEmptySet(difference(set, set))).toBe(true);
        expect(isEmptySet(intersection(set, difference(set, set)))).toBe(true);
      }),
    );
  });

  it('should distinguish a field from the fields below it', () => {
    const set = fieldSet(['f:a', 'f:b']);

    expect(hasField(set, ['f:a', 'f:b'])).toBe(true);
    expect(hasField(set, ['f:a'])).toBe(false);
    expect(hasField(set, ['f:a', 'f:b', 'f:c'])).toBe(false);
    expect(hasField(set, [])).toBe(false);
  });
});
