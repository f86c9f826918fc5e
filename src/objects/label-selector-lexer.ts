/** A word, a symbol (`= == != ! ( ) , < >`), or the end of the text, whose `text` is `''`. */
export interface LabelToken {
  readonly kind: 'word' | 'symbol' | 'end';
  readonly text: string;
  /** Index in the selector. */
  readonly at: number;
}

/** Reads a label selector, a token a call, and the end for ever after. `in` and `notin` are words like others. */
export function labelSelectorLexer(text: string): () => LabelToken {
  let at = 0;
  return () => {
    token.lastIndex = at;
    const { word, symbol } = token.exec(text)?.groups ?? {};
    at = token.lastIndex;
    if (word !== undefined) return { kind: 'word', text: word, at: at - word.length };
    if (symbol !== undefined) return { kind: 'symbol', text: symbol, at: at - symbol.length };
    at = text.length;
    return { kind: 'end', text: '', at };
  };
}

/** Go's blanks are these four; all others belong to a word, which is then refused for them. */
const token = /[ \t\r\n]*(?:(?<symbol>==|!=|[=!(),<>])|(?<word>[^ \t\r\n=!(),<>]+))/y;
