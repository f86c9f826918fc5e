/** The texts that a review of the English reads: comments of the code, and sentences of the docs. */

/** A text, and the file that has it. */
export interface Sentence {
  readonly file: string;
  readonly text: string;
}

/** Returns the comments of a source file. Consecutive lines with `//` are one comment. */
export function commentsIn(file: string, code: string): readonly Sentence[] {
  const blocks = [...code.matchAll(/^ *\/\*\*?(.*?)\*\//gms)].map(([, text = '']) =>
    // An example is code, and the docs compile it.
    text.replaceAll(/^ *\* ?/gm, '').replaceAll(/```.*?```|@example/gs, ''),
  );
  const lines = [...code.matchAll(/(?:^ *\/\/ .*\n)+/gm)].map(([text]) => text.replaceAll(/^ *\/\/ /gm, ''));
  const trailing = [...code.matchAll(/[;,{})] \/\/ (.*)$/gm)].map(([, text = '']) => text);
  return [...blocks, ...lines, ...trailing]
    .map((text) => ({ file, text: onOneLine(text) }))
    .filter(({ text }) => text !== '' && !/^(?:eslint|prettier|@ts)/.test(text));
}

/** Returns the sentences of a page of Markdown: of its paragraphs, lists and tables, without code blocks. */
export function sentencesIn(file: string, page: string): readonly Sentence[] {
  const prose = page.replaceAll(/^```.*?^```/gms, '').replaceAll(/<!--.*?-->/gs, '');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*#|]|\d+\.) ?)/)
    .map(onOneLine)
    .flatMap((part) => part.split(/(?<=[.!?]\)?) (?=[A-Z`[*])/))
    .filter((text) => text.split(' ').length > 3)
    .map((text) => ({ file, text }));
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Draws `count` of the sentences at random, none twice. */
export function drawn(
  sentences: readonly Sentence[],
  count: number,
  random: () => number,
): readonly Sentence[] {
  const left = [...sentences];
  const result: Sentence[] = [];
  while (result.length < count && left.length > 0) {
    result.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return result;
}
