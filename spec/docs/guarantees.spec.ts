import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync(new URL('../../docs/guarantees.md', import.meta.url), 'utf8');

/** Each guarantee with all that is said of it. */
const guarantees = [...page.matchAll(/^- \*\*(G\d+) (.*(?:\n {2}.*)*)/gm)].map(
  ([, number = '', text = '']) => ({
    number,
    text: text.replace(/\s+/g, ' '),
  }),
);

const specsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(\.\.\/(spec\/[^)]+)\)/g)].map(([, path = '']) => path);

/** Whether the text of a spec, outside of its imports, names the number. */
const names = (path: string, number: string): boolean =>
  new RegExp(`\\b${number}\\b`).test(
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/^import.*$/gm, ''),
  );

describe('docs/guarantees.md', () => {
  it('should have G1 to G18, in order', () => {
    expect(guarantees.map(({ number }) => number)).toEqual(
      Array.from({ length: 18 }, (_, at) => `G${at + 1}`),
    );
  });

  it.each(guarantees)('should say of $number what is not promised', ({ text }) => {
    expect(text).toMatch(/_Not promised:_ \S.{20,}/);
  });

  it.each(guarantees)('should lead from $number to specs that name it', ({ number, text }) => {
    const specs = specsIn(text);

    expect(specs.length).toBeGreaterThan(1);
    expect(specs.filter((path) => !names(path, number))).toEqual([]);
  });
});
