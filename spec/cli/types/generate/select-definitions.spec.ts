import { describe, expect, it } from '@jest/globals';
import { selectDefinitions } from '../../../../src/cli/types/generate/select-definitions.ts';
import { definition } from './crd.ts';

const all = [
  definition(),
  definition({ kind: 'Gadget' }),
  definition({ group: 'b.org' }),
  definition({ group: 'c.org' }),
];
const select = (...words: readonly string[]): readonly string[] =>
  selectDefinitions(all, words).map(({ name }) => name);

describe('selectDefinitions', () => {
  it('should select definitions by their name or their group', () => {
    expect(select('widgets.example.com', 'b.org')).toEqual(['widgets.example.com', 'widgets.b.org']);
    expect(select('example.com')).toEqual(['widgets.example.com', 'gadgets.example.com']);
  });

  it('should refuse an unknown name, and propose a similar one', () => {
    expect(() => select('example.com', 'exmple.com')).toThrow(
      expect.objectContaining({
        message: '--only: there is no definition and no group “exmple.com”',
        hints: ['Did you mean example.com?'],
        exitCode: 2,
      }),
    );
    expect(() => select('')).toThrow(
      expect.objectContaining({
        hints: [
          'Allowed: the name of a definition, or a group: widgets.example.com, example.com, gadgets.example.com, widgets.b.org, …',
        ],
      }),
    );
  });
});
