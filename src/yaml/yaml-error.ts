/** The reason why a text cannot be read as YAML, and the place in the text. */
interface YamlProblem {
  /** The reason why the text cannot be read. The reason can quote the text. */
  readonly problem: string;
  /** The number of the document, from 0. */
  readonly document: number;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The number of the column, from 1. */
  readonly column: number;
  /** True if the text is refused because of its size. False if the text is not valid YAML. */
  readonly tooLarge: boolean;
  /**
   * A description of the limit that the text exceeds: the limit of levels or of aliases. The description
   * contains no part of the text. The value is `undefined` if the text exceeds neither of the two limits.
   */
  readonly excess: string | undefined;
}

/** The error for a text that cannot be read as YAML. */
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

/** Creates a {@link YamlError} for an offset in a text. */
export function yamlErrorAt(
  text: string,
  offset: number,
  problem: string,
  facts: Pick<YamlProblem, 'document' | 'tooLarge' | 'excess'>,
): YamlError {
  const before = text.slice(0, Math.max(0, offset));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const shown = problem.length > maxShown ? `${problem.slice(0, maxShown)}…` : problem;
  return new YamlError({ problem: shown, line, column, ...facts });
}

/** The maximum number of characters of `problem`, because `problem` can quote a token of any length. */
const maxShown = 200;
