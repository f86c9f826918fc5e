/** Finds the texts that a review of the English reads: comments of the code, and sentences of the documentation. */

/** A text, and the file that contains the text. */
export interface Sentence {
  readonly file: string;
  readonly text: string;
  /** For a comment: the line of code that the comment describes. */
  readonly code?: string;
}

/** Returns the comments of a source file. Consecutive lines with `//` are one comment. */
export function commentsIn(file: string, code: string): readonly Sentence[] {
  const below = (match: RegExpExecArray): string => lineAt(code, match.index + match[0].length);
  const blocks = [...code.matchAll(/^ *\/\*\*?(.*?)\*\//gms)].map((match) => ({
    // Omits examples and other code, because the review reads only sentences.
    text: (match[1] ?? '').replaceAll(/^ *\* ?/gm, '').replaceAll(/```.*?```|@example/gs, ''),
    code: below(match),
  }));
  const lines = [...code.matchAll(/(?:^ *\/\/ .*\n)+/gm)].map((match) => ({
    text: match[0].replaceAll(/^ *\/\/ /gm, ''),
    code: below(match),
  }));
  const trailing = [...code.matchAll(/^(.*[;,{})]) \/\/ (.*)$/gm)].map(([, before = '', text = '']) => ({
    text,
    code: shortened(before),
  }));
  return [...blocks, ...lines, ...trailing]
    .map(({ text, code: described }) => ({ file, text: onOneLine(text), code: described }))
    .filter(({ text }) => text !== '' && !/^(?:eslint|prettier|@ts)/.test(text));
}

/** Returns the first line of code at or after an index. */
const lineAt = (code: string, from: number): string =>
  shortened(/^\s*(.*)/.exec(code.slice(from, from + 500))?.[1] ?? '');
const shortened = (line: string): string => line.trim().slice(0, 120);

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
