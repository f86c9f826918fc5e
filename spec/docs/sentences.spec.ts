import { describe, expect, it } from '@jest/globals';
import { commentsIn, drawn, sentencesIn } from './sentences.ts';

const textsOf = (sentences: readonly { readonly text: string }[]) => sentences.map(({ text }) => text);

describe('commentsIn', () => {
  it('should return blocks, consecutive lines and comments after code, and no examples', () => {
    const code = `/** One
 * block.
 *
 * @example
 * \`\`\`ts
 * run();
 * \`\`\`
 */
const a = 1; // Behind code.
  // Two
  // lines.
const url = 'https://host'; /* not at the start of a line */
// eslint-disable-next-line
`;

    expect(textsOf(commentsIn('a.ts', code))).toEqual(['One block.', 'Two lines.', 'Behind code.']);
  });
});

describe('sentencesIn', () => {
  it('should return the sentences of paragraphs and lists, without code blocks', () => {
    const page = `# A title of a page

A first sentence is here. A second one
is there.

\`\`\`ts
run(one, two, three, four);
\`\`\`

- an item of a list
- too short
`;

    expect(textsOf(sentencesIn('a.md', page))).toEqual([
      '# A title of a page',
      'A first sentence is here.',
      'A second one is there.',
      '- an item of a list',
    ]);
  });
});

describe('drawn', () => {
  const all = sentencesIn(
    'a.md',
    Array.from({ length: 50 }, (_, nth) => `This is sentence ${nth}.`).join(' '),
  );

  it('should contain no item twice, and at most all items', () => {
    const result = drawn(all, 100, Math.random);

    expect(result).toHaveLength(50);
    expect(new Set(result)).toEqual(new Set(all));
  });

  it('should be equal for equal random numbers', () => {
    const draw = () => {
      let last = 7;
      return drawn(all, 10, () => (last = (last * 16_807) % 2_147_483_647) / 2_147_483_647);
    };

    expect(draw()).toEqual(draw());
    expect(draw()).not.toEqual(all.slice(0, 10));
  });
});
