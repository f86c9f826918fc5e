import type { OutputUnit } from '@cfworker/json-schema';
import { describe, expect, it } from '@jest/globals';

import { fc } from '../../support/properties.ts';
import { withoutAlternatives } from '../../../src/apiserver/schema/without-alternatives.ts';

const unit = (keyword: string, keywordLocation: string, error = ''): OutputUnit => ({
  keyword,
  keywordLocation,
  instanceLocation: '#',
  error,
});

/**
 * A simple reference implementation. It compares each validation error with each `allOf`, `anyOf` and `oneOf` that
 * surrounds the invalid value.
 */
function naive(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const [first, ...others] = units;
  if (first === undefined) return [];
  const { keyword, keywordLocation: location, error } = first;
  if (!['allOf', 'anyOf', 'oneOf'].includes(keyword)) return [first, ...naive(others)];
  const end = others.findIndex((one) => !one.keywordLocation.startsWith(`${location}/`));
  const inner = end === -1 ? others : others.slice(0, end);
  const rest = naive(others.slice(inner.length));
  if (keyword === 'allOf') return [...naive(inner), first, ...rest];
  if (error.includes('(2 matches)')) return [first, ...rest];
  const branchOf = (one: OutputUnit): string =>
    one.keywordLocation.slice(location.length + 1).split('/')[0] ?? '';
  const names = [...new Set(inner.map(branchOf))];
  const branches = names.map((name) => inner.filter((one) => branchOf(one) === name));
  const least = Math.min(...branches.map((branch) => branch.length));
  return [first, ...naive(branches.find((branch) => branch.length === least) ?? []), ...rest];
}

/** Random validation errors of nested schemas, in the order in which the validator reports errors. */
const { list } = fc.letrec<{ readonly list: (location: string) => readonly OutputUnit[] }>((tie) => ({
  list: fc
    .array(
      fc.oneof(
        { depthSize: 'medium', maxDepth: 6 },
        fc
          .constantFrom('required', 'type')
          .map((keyword) => (location: string) => [unit(keyword, `${location}/${keyword}`)]),
        fc
          .tuple(
            fc.constantFrom('allOf', 'anyOf', 'oneOf'),
            fc.boolean(),
            fc.array(tie('list'), { maxLength: 3 }),
          )
          .map(([keyword, several, branches]) => (location: string) => [
            unit(keyword, `${location}/${keyword}`, several ? '(2 matches)' : ''),
            ...branches.flatMap((branch, nth) => branch(`${location}/${keyword}/${nth}`)),
          ]),
      ),
      { maxLength: 3 },
    )
    .map((parts) => (location: string) => parts.flatMap((part) => part(location))),
}));

describe('withoutAlternatives', () => {
  it('should keep the same findings as a comparison with each alternative', () => {
    fc.assert(
      fc.property(list, (listed) => {
        const units = listed('#');

        expect(withoutAlternatives(units)).toEqual(naive(units));
      }),
      { numRuns: 500 },
    );
  });

  it('should compare each location once more than there are alternatives that end before it', () => {
    let compared = 0;
    const counted = (one: OutputUnit): OutputUnit => ({
      ...one,
      get keywordLocation() {
        compared++;
        return one.keywordLocation;
      },
    });
    const nested = Array.from({ length: 200 }, (_, depth) =>
      unit('allOf', `#${'/allOf/0'.repeat(depth)}/allOf`),
    );
    const leaf = `#${'/allOf/0'.repeat(200)}/required`;
    const units = [...nested, ...Array.from({ length: 1_000 }, () => unit('required', leaf))].map(counted);

    expect(withoutAlternatives(units)).toHaveLength(1_200);
    expect(compared).toBeLessThan(4 * 1_200);
  });
});
