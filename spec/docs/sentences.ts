/** Finds the texts that a review of the English reads: comments of the code, and sentences of the documentation. */

/** A comment or a sentence, and the path of its file. */
export interface Sentence {
  readonly file: string;
  readonly text: string;
}

/** Returns the comments of a source file. Consecutive lines that start with `//` are one comment. */
export function commentsIn(file: string, code: string): readonly Sentence[] {
  const blocks = [...code.matchAll(/^ *\/\*\*?(.*?)\*\//gms)].map(([, text = '']) =>
    // Removes examples, because examples are code, and other specs compile them.
    text.replaceAll(/^ *\* ?/gm, '').replaceAll(/```.*?```|@example/gs, ''),
  );
  const lines = [...code.matchAll(/(?:^ *\/\/ .*\n)+/gm)].map(([text]) => text.replaceAll(/^ *\/\/ /gm, ''));
  const trailing = [...code.matchAll(/[;,{})] \/\/ (.*)$/gm)].map(([, text = '']) => text);
  return [...blocks, ...lines, ...trailing]
    .map((text) => ({ file, text: onOneLine(text) }))
    .filter(({ text }) => text !== '' && !/^(?:eslint|prettier|@ts)/.test(text));
}

/** Returns the sentences of a Markdown page: the sentences of paragraphs, lists and tables, but not of code blocks. */
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

/** Chooses `count` different sentences at random. */
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
