import { describe, expect, it } from '@jest/globals';
import { labelSelector } from 'rx-informer';
import { fc } from '../../support/properties.ts';
import { requirementSelector } from '../../../src/objects/index.ts';
import { labelMatcher } from '../../../src/apiserver/query/label-matcher.ts';

const matcherOf = (text: string): ReturnType<typeof labelMatcher> =>
  labelMatcher(requirementSelector(text).requirements);

const key = fc.constantFrom('a', 'b', 'c', 'constructor');
const value = fc.constantFrom('', '1', '2', '3', 'x');
const term = fc.oneof(
  fc.tuple(key, fc.constantFrom('=', '!='), value).map((parts) => parts.join('')),
  fc
    .tuple(key, fc.constantFrom('in', 'notin'), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([name, operator, values]) => `${name} ${operator} (${values.join()})`),
  fc.tuple(key, fc.constantFrom('<', '>'), fc.constantFrom('0', '1', '2')).map((parts) => parts.join('')),
  key,
  key.map((name) => `!${name}`),
);

describe('labelMatcher', () => {
  it('should match the same objects as the selector', () => {
    const many = Array.from({ length: 20 }, (_, at) => `!other${at}`);
    fc.assert(
      fc.property(
        fc.array(term, { minLength: 1, maxLength: 6 }),
        fc.dictionary(key, value),
        fc.boolean(),
        (terms, labels, isLong) => {
          const text = [...terms, ...(isLong ? many : [])].join();

          expect([text, matcherOf(text)(labels)]).toEqual([text, labelSelector(text).matches(labels)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('should match objects without labels like the selector', () => {
    expect([matcherOf('!a')(undefined), matcherOf('a')(undefined), matcherOf('')(undefined)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  const texts = (term: (at: number) => string): string =>
    Array.from({ length: 20_000 }, (_, at) => term(at)).join();

  it.each([
    ['labels that must be absent', texts((at) => `!k${at}`)],
    ['labels that must be present', texts((at) => `k${at}`)],
    ['values that a label must not have', texts((at) => `a!=v${at}`)],
    ['values in a list', `a in (${texts((at) => `v${at}`)},x)`],
    ['bounds of one label', texts((at) => `a>${at}`)],
  ])('should not look up a label for each of 20,000 terms (%s)', (_, text) => {
    let looks = 0;
    const labels = new Proxy<Record<string, string>>(
      { a: 'x' },
      {
        get: (target, name) => {
          looks++;
          return target[String(name)];
        },
        getOwnPropertyDescriptor: (target, name) => {
          looks++;
          return Object.getOwnPropertyDescriptor(target, name);
        },
      },
    );

    matcherOf(text)(labels);

    expect(looks).toBeLessThan(10);
  });
});
