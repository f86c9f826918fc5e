import { oneLine, withoutControls } from '../../lines/one-line.ts';
import { short } from '../../lines/short.ts';

/** Formats a text as a string literal of TypeScript. */
export function stringLiteral(text: string): string {
  const escaped = text.replace(/[\\'\n\r\t]|(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (one) => {
    const known = shortEscapes[one];
    if (known !== undefined) return known;
    return [...Array(one.length).keys()]
      .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('');
  });
  return `'${escaped}'`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Formats the name of a property: an identifier as it is, and any other name as a string literal. */
export const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);

/** Joins the words of a name in upper camel case: `cert-manager` becomes `CertManager`. */
export function upperCamel(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Joins the words of a name in lower camel case. The result begins with a letter in lower case. */
export function lowerCamel(name: string): string {
  const upper = upperCamel(name);
  return upper.slice(0, 1).toLowerCase() + upper.slice(1);
}

/** The tags of a TSDoc comment. */
export interface DocTags {
  readonly deprecated?: string | undefined;
  /** The default of a field as JSON. `undefined` means no default. */
  readonly defaultValue?: unknown;
}

/**
 * Formats a TSDoc comment. Returns the lines of the comment with the indentation, or no line if the comment would be
 * empty.
 */
export function docComment(text: string, indent: string, tags: DocTags = {}): readonly string[] {
  const width = Math.max(40, 100 - indent.length);
  const { deprecated, defaultValue } = tags;
  const body = text
    .trim()
    .split(/\r\n|[\n\r]/)
    .flatMap((line) => wrapped(line, width));
  const tagLines = [
    ...(deprecated === undefined
      ? []
      : wrapped(deprecated, width - 12).map((line, at) => (at === 0 ? `@deprecated ${line}` : `  ${line}`))),
    ...(defaultValue === undefined ? [] : [`@defaultValue ${codeOfDefault(defaultValue)}`]),
  ];
  const lines = [...body, ...(tagLines.length > 0 ? [''] : []), ...tagLines].filter(
    (line, at, all) => line !== '' || (at > 0 && all[at - 1] !== ''),
  );
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`${indent}/** ${lines[0] ?? ''} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

/** Splits a line at its blanks into lines of at most `width` characters, and keeps the blanks at its start. */
function wrapped(line: string, width: number): readonly string[] {
  const plain = withoutControls(line).replaceAll('\t', '  ');
  const margin = ' '.repeat(Math.min(Math.max(plain.search(/\S/), 0), 8));
  const lines: string[] = [];
  for (const word of (plain.match(wordOrCode) ?? []).map(escapeWord)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(margin + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.length === 0 ? [''] : lines;
}

/** Matches a word. A code span belongs to one word, because a line must not end within a code span. */
const wordOrCode = /(?:`[^`]+`|\S)+/g;

/** Escapes the characters that end a comment. Outside code spans, also escapes the characters that TSDoc reads as a tag. */
function escapeWord(word: string): string {
  const parts = word.split(/(`[^`]+`)/);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[@{}<>]/g, '\\$&')))
    .join('')
    .replaceAll('*/', '*\\/');
}

/** Formats a default as JSON in a code span. */
const codeOfDefault = (value: unknown): string =>
  codeSpan(short(JSON.stringify(value).replaceAll('`', '\\u0060'), longestDefault));

const longestDefault = 120;

/** Formats a text as a code span of a comment, on one line. The result does not end the comment. */
export const codeSpan = (text: string): string =>
  `\`${oneLine(text).replaceAll('`', "'").replaceAll('*/', '*\\/')}\``;
