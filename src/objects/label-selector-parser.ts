import { checkRequirement, type LabelOperator, type Refusal } from './label-requirement.ts';
import { selectorError } from './options-error.ts';

/** Creates the result for one requirement, or throws the error that `refuse` creates. */
type Make<R> = (key: string, operator: LabelOperator, values: readonly string[], refuse: Refusal) => R;

/**
 * Parses the text of a label selector, like apimachinery's `labels.Parse`. Returns the requirements in the
 * order of the text.
 *
 * ```text
 * selector    = requirement *( "," requirement )
 * requirement = [ "!" ] KEY
 *             / KEY ( "=" / "==" / "!=" ) [ VALUE ]
 *             / KEY ( "in" / "notin" ) "(" [ VALUE ] *( "," [ VALUE ] ) ")"
 *             / KEY ( ">" / "<" ) INTEGER
 * ```
 *
 * @throws OptionsError whose message shows the place of the mistake
 */
export function parseLabelSelector<R>(text: string, make: Make<R>): readonly R[] {
  const read = labelSelectorLexer(text);
  let token = read();

  const is = (symbol: string): boolean => token.text === symbol;
  const isEnd = (): boolean => is('');
  const take = (): LabelToken => {
    const taken = token;
    token = read();
    return taken;
  };
  const refuse = (at: number, problem: string): Error =>
    selectorError('labelSelector', 'a label selector', text, at, problem);
  const expected = (what: string): Error =>
    refuse(token.at, `expected ${what}, found ${isEnd() ? 'the end' : `'${token.text}'`}`);

  function selector(): R[] {
    const requirements: R[] = [];
    if (isEnd()) return requirements;
    for (;;) {
      if (!token.isWord && !is('!')) throw expected("a label key or '!'");
      requirements.push(requirement());
      if (isEnd()) return requirements;
      if (!is(',')) throw expected("',' or the end");
      take();
    }
  }

  function requirement(): R {
    const negated = is('!');
    if (negated) take();
    if (!token.isWord) throw expected('a label key');
    const key = take();
    const operator = negated ? '!' : isEnd() || is(',') ? 'exists' : takeOperator();
    const values = takeValues(operator);
    return make(
      key.text,
      operator,
      values.map((value) => value.text),
      (part, problem) => refuse((part === 'key' ? key : (values[part] ?? token)).at, problem),
    );
  }

  function takeOperator(): LabelOperator {
    const operator = operators.get(token.text);
    if (operator === undefined) throw expected('one of = == != in notin > < or the end of the requirement');
    take();
    return operator;
  }

  function takeValues(operator: LabelOperator): readonly LabelToken[] {
    if (operator === 'exists' || operator === '!') return [];
    if (operator === 'in' || operator === 'notin') return takeList();
    if (token.isWord) return [take()];
    if (isEnd() || is(',')) return [{ ...token, text: '' }];
    throw expected('a label value');
  }

  /** Parses a list of values in parentheses. Returns each value once, sorted, as Go does. */
  function takeList(): readonly LabelToken[] {
    if (!is('(')) throw expected("'('");
    const values = new Map<string, LabelToken>();
    do {
      take(); // take the '(' or ',' that stands before a value
      const value: LabelToken = token.isWord ? take() : { ...token, text: '' };
      values.set(value.text, value);
    } while (is(','));
    if (!is(')')) throw expected("',' or ')'");
    take();
    return [...values.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
  }

  return selector();
}

/**
 * Throws an OptionsError for a text that is not a label selector. The function does not import the code that
 * matches labels. So the bundle of a program that only sends selectors is smaller.
 */
export function checkLabelSelector(text: string): void {
  parseLabelSelector(text, checkRequirement);
}

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ['=', '='],
  ['==', '=='],
  ['!=', '!='],
  ['in', 'in'],
  ['notin', 'notin'],
  ['>', 'gt'],
  ['<', 'lt'],
]);

/**
 * One token of a label selector: a word, or a symbol (`= == != ! ( ) , < >`). The end of the selector is a
 * token with the text `''`.
 */
interface LabelToken {
  readonly text: string;
  readonly isWord: boolean;
  readonly at: number;
}

/**
 * Creates a function that returns the next token of a label selector at each call. After the last token, each
 * call returns the end. `in` and `notin` are words.
 */
function labelSelectorLexer(selector: string): () => LabelToken {
  let end = 0;
  return () => {
    token.lastIndex = end;
    const [, text = '', word] = token.exec(selector) ?? [];
    end = token.lastIndex;
    return { text, isWord: word !== undefined, at: end - text.length };
  };
}

/**
 * Matches one token. The four characters in `[ \t\r\n]` are the blanks of apimachinery's parser. Any other
 * blank becomes part of a word, which is then invalid.
 */
const token = /[ \t\r\n]*(==|!=|[=!(),<>]|([^ \t\r\n=!(),<>]+)|$)/y;
