/** A word, a symbol (`= == != ! ( ) , < >`), or the end of the text, whose `text` is `''`. */
export interface LabelToken {
  readonly text: string;
  readonly isWord: boolean;
  /** Index in the selector. */
  readonly at: number;
}

/** Reads a label selector, a token a call, and the end for ever after. `in` and `notin` are words like others. */
export function labelSelectorLexer(selector: string): () => LabelToken {
  let end = 0;
  return () => {
    token.lastIndex = end;
    const [, text = '', word] = token.exec(selector) ?? [];
    end = token.lastIndex;
    return { text, isWord: word !== undefined, at: end - text.length };
  };
}

/** Go's blanks are these four; all others belong to a word, which is then refused for them. */
const token = /[ \t\r\n]*(==|!=|[=!(),<>]|([^ \t\r\n=!(),<>]+)|$)/y;
