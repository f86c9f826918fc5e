/**
 * Converts a JSON value to YAML, in time proportional to the length of the text. The format is that of Go's YAML
 * library: the members of a map are sorted by name, and a list has the same indentation as its key. A text is quoted if
 * a YAML 1.1 reader could read it as another type.
 *
 * @param indent - the blanks at the start of each line
 */
export function stringifyYaml(value: unknown, indent = ''): string {
  const lines: string[] = [];
  write(lines, value, indent, indent);
  return `${lines.join('\n')}\n`;
}

/**
 * Converts an object to YAML as `stringifyYaml` does, and yields pieces of about 64 KiB. A piece can end
 * between two items of a list.
 */
export function* yamlPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  const names = Object.keys(object).sort();
  if (names.length === 0) yield stringifyYaml(object);
  for (const name of names) {
    const member = object[name];
    if (!Array.isArray(member) || member.length === 0) {
      yield stringifyYaml(Object.fromEntries([[name, member]]));
      continue;
    }
    let piece = `${quoted(name)}:\n`;
    for (const item of member as readonly unknown[]) {
      piece += stringifyYaml([item]);
      if (piece.length < pieceSize) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }
}

const pieceSize = 65_536;

/** Appends the lines of a value. The first line begins with `head`, and all later lines begin with `indent`. */
function write(lines: string[], value: unknown, head: string, indent: string): void {
  if (isInline(value, indent)) {
    lines.push(head + inline(value, indent));
    return;
  }
  if (Array.isArray(value)) {
    let first = head;
    for (const item of value as readonly unknown[]) {
      write(lines, item, `${first}- `, `${indent}  `);
      first = indent;
    }
    return;
  }
  let first = head;
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    const key = `${first}${quoted(name)}:`;
    if (isInline(member, indent)) {
      lines.push(`${key} ${inline(member, `${indent}  `)}`);
    } else {
      lines.push(key);
      const inner = Array.isArray(member) ? indent : `${indent}  `;
      write(lines, member, inner, inner);
    }
    first = indent;
  }
}

const isEmpty = (value: object): boolean =>
  Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;

/** Returns whether the YAML of a value begins on the same line as its key. */
function isInline(value: unknown, indent: string): boolean {
  if (typeof value !== 'object' || value === null || isEmpty(value)) return true;
  return indent.length >= maxIndent;
}

/**
 * The maximum number of blanks at the start of a line (a hundred levels). Deeper values are written as JSON, which is
 * also valid YAML. Without this limit, an object of 50,000 values could take 50 MB.
 */
const maxIndent = 200;

function inline(value: unknown, indent: string): string {
  if (typeof value === 'string') return block(value, indent) ?? quoted(value);
  return escaped(value);
}

const quoted = (text: string): string => (isPlain(text) ? text : escaped(text));

/**
 * Returns JSON in which certain control characters are escaped. JSON allows these control characters within quotes, but
 * YAML does not allow them (YAML 1.2, 5.1).
 */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\x84\x86-\x9f\ufffe\uffff]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Returns whether a text can be written without quotes. Words, paths and labels need no quotes. A text that begins like
 * a number needs quotes, because a YAML reader could read such a text as a number or a time of day.
 */
const isPlain = (text: string): boolean =>
  /^[A-Za-z_/][\w./@=+-]*(?: [\w./@=+-]+)*$/.test(text) && !reservedWords.test(text);

/** Matches the texts that YAML 1.1 or the library reads as a boolean, null, a number, infinity or NaN. */
const reservedWords = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|e[0-9]+)$/i;

/**
 * Returns whether a text can be a literal block of YAML: the text has several lines, and no character needs
 * quotes.
 */
const isBlock = (text: string): boolean =>
  text.includes('\n') &&
  !/^[ \t\n]|[ \t]\n|[ \t]$|[^\n\x20-\x7e\u00a1-\ud7ff\ue000-\ufefe\uff00-\ufffc]/.test(text);

/**
 * Returns a text as a literal block of YAML. If the text has to be quoted, the result is `undefined`. The
 * result is also `undefined` if the text has many short lines. The blanks at the start of these lines would
 * need more space than the text itself.
 */
function block(text: string, indent: string): string | undefined {
  if (!isBlock(text)) return undefined;
  const ending = text.endsWith('\n\n') ? '|+' : text.endsWith('\n') ? '|' : '|-';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  // In a block, an empty line needs no blanks. All other lines need an indentation, because at the root a
  // line without indentation could look like a new document.
  const margin = indent === '' ? '  ' : indent;
  const all = body.split('\n');
  const blanks = (all.length - usualLines) * margin.length;
  if (blanks > maxBlanks * text.length) return undefined;
  return `${ending}\n${all.map((line) => (line === '' ? '' : margin + line)).join('\n')}`;
}

/**
 * The maximum number of blanks for each character of a text. Lines of 20 characters reach this limit at 160
 * blanks.
 */
const maxBlanks = 8;

/**
 * The number of lines whose blanks do not count. So a text of one or two lines can be a block at any depth.
 */
const usualLines = 2;
