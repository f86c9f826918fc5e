import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync(new URL('../../docs/reference/guarantees.md', import.meta.url), 'utf8');

/** The guarantees of the page, each with its number and its text. */
const guarantees = [...page.matchAll(/^- \*\*(G\d+) (.*(?:\n {2}.*)*)/gm)].map(
  ([, number = '', text = '']) => ({
    number,
    text: text.replace(/\s+/g, ' '),
  }),
);

const specsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\((?:\.\.\/)+(spec\/[^)]+)\)/g)].map(([, path = '']) => path);

/**
 * Whether the title of a spec contains the number of a guarantee. The search looks at strings in quotes, and ignores
 * comments and imports.
 */
const names = (path: string, number: string): boolean => {
  const spec = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const code = spec.replace(/^import[^;]*;$|\/\*[^]*?\*\/|\/\/.*$/gm, '');
  return [...code.matchAll(/(['"`])((?:\\.|(?!\1)[^])*)\1/g)].some(([, , text = '']) =>
    new RegExp(`\\b${number}\\b`).test(text),
  );
};

describe('docs/reference/guarantees.md', () => {
  it('should have G1 to G26, in order', () => {
    expect(guarantees.map(({ number }) => number)).toEqual(
      Array.from({ length: 26 }, (_, at) => `G${at + 1}`),
    );
  });

  it.each(guarantees)('should state the exceptions of $number', ({ text }) => {
    expect(text).toMatch(/_Not promised:_ \S.{20,}/);
  });

  it.each(guarantees)('should link $number to specs with the number in their titles', ({ number, text }) => {
    const specs = specsIn(text);

    expect(specs.length).toBeGreaterThan(1);
    expect(specs.filter((path) => !names(path, number))).toEqual([]);
  });
});
