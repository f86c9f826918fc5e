/** Where and why a text is not read as YAML. */
interface YamlProblem {
  /** It may quote the text. */
  readonly problem: string;
  /** The document, counted from 0. */
  readonly document: number;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** Whether the text is refused for its size, not for its form. */
  readonly tooLarge: boolean;
  /** What the text has too much of, levels or aliases, in words that quote nothing of it. */
  readonly excess: string | undefined;
}

/** Why a text is not read as YAML, and where. */
export class YamlError extends Error implements YamlProblem {
  override readonly name = 'YamlError';
  readonly problem: string;
  readonly document: number;
  readonly line: number;
  readonly column: number;
  readonly tooLarge: boolean;
  readonly excess: string | undefined;

  constructor({ problem, document, line, column, tooLarge, excess }: YamlProblem) {
    super(`${problem} at line ${line}, column ${column}`);
    this.problem = problem;
    this.document = document;
    this.line = line;
    this.column = column;
    this.tooLarge = tooLarge;
    this.excess = excess;
  }
}

/** A {@link YamlError} at an offset of a text. */
export function yamlErrorAt(
  text: string,
  offset: number,
  problem: string,
  facts: Pick<YamlProblem, 'document' | 'tooLarge' | 'excess'>,
): YamlError {
  const before = text.slice(0, Math.max(0, offset));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const shown = problem.length > mostShown ? `${problem.slice(0, mostShown)}…` : problem;
  return new YamlError({ problem: shown, line, column, ...facts });
}

/** Characters of a problem, which may quote a token of any length. */
const mostShown = 200;
