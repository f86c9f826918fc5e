import { isRecord } from '../../objects/index.ts';
import { stringifyYaml } from '../../yaml/index.ts';
import { encode } from '../wire/encode.ts';
import type { Rewriter } from './rewritten.ts';

/**
 * Converts a list, a table or a discovery list from JSON to YAML, one object at a time. In the JSON, the list of the
 * objects is the last member. In the YAML, the members are sorted by name.
 */
export function yamlList(): Rewriter {
  const decoder = new TextDecoder();
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /**
   * The JSON that the function has read, but not converted yet. Before the list of objects, `pending` contains the
   * other members. Inside the list, `pending` contains the current object.
   */
  let pending = '';
  let members: Readonly<Record<string, unknown>> | undefined;
  let list = '';

  const membersOf = (isWanted: (name: string) => boolean): string =>
    Object.keys(members ?? {})
      .filter(isWanted)
      .sort()
      .map((name) => stringifyYaml({ [name]: members?.[name] }))
      .join('');

  /**
   * Handles a structural character of the JSON, such as `{` or `,`, that is not inside a string. Returns the YAML that
   * is complete after the character. The text `pending` ends with the character.
   */
  const saidAt = (character: string): string => {
    if (character === '"') isInText = true;
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    if (members === undefined) {
      list =
        depth === 2 && character === '['
          ? (/"(items|rows|resources|groups)":\[$/.exec(pending)?.[1] ?? '')
          : '';
      if (list === '') return '';
      const head: unknown = JSON.parse(`${pending}]}`);
      members = isRecord(head) ? head : {};
      pending = '';
      return `${membersOf((name) => name < list)}${list}:\n`;
    }
    const ends = (depth === 2 && character === ',') || (depth === 1 && character === ']');
    if (!ends) return '';
    const item: unknown = JSON.parse(pending.slice(0, -1));
    pending = '';
    return stringifyYaml([item]) + (character === ']' ? membersOf((name) => name > list) : '');
  };

  return function* (piece) {
    const text = piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    let out = '';
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? '';
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === '\\') isEscaped = true;
        else if (character === '"') isInText = false;
        continue;
      }
      if (!structural.has(character)) continue;
      pending += text.slice(start, at + 1);
      start = at + 1;
      const said = saidAt(character);
      if (said === '') continue;
      out += said;
      if (out.length < pieceSize) {
        yield undefined;
        continue;
      }
      yield encode(out);
      out = '';
    }
    pending += text.slice(start);
    if (out !== '') yield encode(out);
  };
}

const structural: ReadonlySet<string> = new Set(['"', '{', '}', '[', ']', ',']);
const pieceSize = 65_536;
