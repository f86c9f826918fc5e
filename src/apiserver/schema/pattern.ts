/**
 * A pattern as JavaScript reads it. Those of a schema are Go's RE2: most are the same, and what is not is rewritten:
 * needless escapes, `(?i)` in front, `(?P<name>`, `\A` and `\z`, classes such as `[[:alpha:]]`.
 *
 * @throws SyntaxError for what JavaScript cannot express
 */
export function javaScriptPattern(pattern: string): string {
  const source = /^\(\?[imsU]+\)/.test(pattern)
    ? pattern.replace(/^\(\?([ims]+)\)(.*)$/s, '(?$1:$2)')
    : pattern;
  const rewritten = tokens(source).map(inJavaScript).join('');
  new RegExp(rewritten, 'u');
  return rewritten;
}

/** Escapes, classes of POSIX, brackets and what begins a group; all else by the character. */
function tokens(source: string): readonly string[] {
  return (
    source.match(/\\[pP]\{[^}]*\}|\\[pP][A-Z]|\\x\{[0-9A-Fa-f]+\}|\\.|\[:\^?[a-z]+:\]|\(\?P<|[^]/gsu) ?? []
  );
}

/** A script has its name alone in Go, a category has one or two letters. */
const unicode = (name: string): string => (name.length > 2 ? `Script=${name}` : name);

const classes: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

function inJavaScript(token: string): string {
  if (token === '(?P<') return '(?<';
  if (token === '\\A') return '^';
  if (token === '\\z') return '$';
  const [, name] = /^\[:([a-z]+):\]$/.exec(token) ?? [];
  if (name !== undefined) return classes[name] ?? token;
  const [, code] = /^\\x\{([0-9A-Fa-f]+)\}$/.exec(token) ?? [];
  if (code !== undefined) return `\\u{${code}}`;
  const [, property, script] = /^\\([pP])\{?(\^?\w+)\}?$/.exec(token) ?? [];
  if (property !== undefined && script !== undefined) return `\\${property}{${unicode(script)}}`;
  // Punctuation that stands for itself, and that the strict syntax of JavaScript wants bare; a hyphen may end a range.
  if (/^\\[^A-Za-z0-9]$/.test(token) && !/^\\[\^$\\.*+?()[\]{}|/-]$/.test(token)) return token.slice(1);
  return token === '\\-' ? '\\x2d' : token;
}

/**
 * Whether matching takes no longer than some ten thousand times the length of the text, whatever the text: from the
 * start, with at most one quantifier without an end, none around a group, and others that are small. Said of few, and
 * true of those; of the others nothing is said.
 */
export function isPlain(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  const quantifiers = bare.match(/[*+]|\{\d+(,\d*)?\}/g) ?? [];
  if (quantifiers.length > 0 && (!bare.startsWith('^') || /\)([*+]|\{)/.test(bare))) return false;
  const most = quantifiers.map((one) => Number(/(\d+)\}$/.exec(one)?.[1] ?? Infinity));
  const steps = most.filter(Number.isFinite).reduce((product, count) => product * Math.max(1, count), 1);
  return most.filter((count) => count === Infinity).length <= 1 && steps <= 10_000;
}
