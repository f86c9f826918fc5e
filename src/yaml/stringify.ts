/**
 * A JSON value as YAML, in time proportional to its text: as Go writes it, with the members of maps by name and lists at the
 * level of their key. A text is quoted where a reader of YAML 1.1 might take it for something else.
 *
 * @param indent - blanks in front of each line
 */
export function stringifyYaml(value: unknown, indent = ''): string {
  const lines: string[] = [];
  write(lines, value, indent, indent);
  return `${lines.join('\n')}\n`;
}

/** The same of an object, in pieces of about 64 KiB: a list in it is written item by item. */
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

/** Writes a value whose first line begins with `head`, and whose other lines begin with `indent`. */
function write(lines: string[], value: unknown, head: string, indent: string): void {
  if (Array.isArray(value) && value.length > 0) {
    let first = head;
    for (const item of value as readonly unknown[]) {
      write(lines, item, `${first}- `, `${indent}  `);
      first = indent;
    }
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isEmpty(value)) {
    lines.push(head + scalar(value, indent));
    return;
  }
  let first = head;
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    const key = `${first}${quoted(name)}:`;
    if (typeof member !== 'object' || member === null || isEmpty(member)) {
      lines.push(`${key} ${scalar(member, `${indent}  `)}`);
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

function scalar(value: unknown, indent: string): string {
  if (typeof value === 'string') return isBlock(value) ? block(value, indent) : quoted(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return String(value);
}

const quoted = (text: string): string => (isPlain(text) ? text : JSON.stringify(text));

/** Words, paths, labels, times of day excluded: what begins like a number may be one. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z_/][\w./@=+-]*(?: [\w./@=+-]+)*$/.test(text) && !words.test(text);

/** What YAML 1.1, or the library, reads as a boolean, as null, as a number or as none. */
const words = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|e[0-9]+)$/i;

/** Several lines of text without what only quotes can hold. */
const isBlock = (text: string): boolean =>
  text.includes('\n') &&
  !/^[ \t\n]|[ \t]\n|[ \t]$|[^\n\x20-\x7e\u00a1-\ud7ff\ue000-\ufefe\uff00-\ufffc]/.test(text);

function block(text: string, indent: string): string {
  const ending = text.endsWith('\n\n') ? '|+' : text.endsWith('\n') ? '|' : '|-';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  // A line without text needs no blanks, but at the root it needs an indentation to tell it from a new document.
  const margin = indent === '' ? '  ' : indent;
  return `${ending}\n${body
    .split('\n')
    .map((line) => (line === '' ? '' : margin + line))
    .join('\n')}`;
}
