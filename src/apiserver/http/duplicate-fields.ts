import { endOfString } from '../../objects/index.ts';
import { type FieldPath, itemOf, memberOf } from '../schema/path.ts';

/**
 * Returns the paths of the duplicate members in a JSON text, with one entry per repetition. The function is necessary
 * because `JSON.parse` silently keeps the last of several members with the same name. If the text is not JSON, the
 * caller refuses the text and does not use the result.
 */
export function duplicateFields(text: string): readonly FieldPath[] {
  const found: FieldPath[] = [];
  const open: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (level?.awaitsName === true) {
          const name = nameIn(text.slice(at, end + 1));
          level.path = memberOf(level.base, name);
          if (level.names.has(name) && found.push(level.path) >= maxFound) return found;
          level.names.add(name);
          level.awaitsName = false;
        }
        at = end;
        break;
      }
      case '{':
      case '[': {
        if (level !== undefined) open.push(level);
        level = levelAt(level, text[at] === '[');
        break;
      }
      case '}':
      case ']':
        level = open.pop();
        break;
      case ',':
        if (level !== undefined) next(level);
    }
  }
  return found;
}

/** The maximum number of duplicate members. The decoder of kube-apiserver has the same maximum. */
const maxFound = 100;

/** An object or a list that contains the currently parsed character. */
interface Level {
  readonly isList: boolean;
  readonly base: FieldPath;
  readonly names: Set<string>;
  /** The path of the currently parsed member or item. */
  path: FieldPath;
  index: number;
  awaitsName: boolean;
}

function levelAt(outer: Level | undefined, isList: boolean): Level {
  const base = outer?.path ?? '';
  return {
    isList,
    base,
    names: new Set(),
    path: isList ? itemOf(base, 0) : base,
    index: 0,
    awaitsName: !isList,
  };
}

function next(level: Level): void {
  level.awaitsName = !level.isList;
  if (level.isList) level.path = itemOf(level.base, ++level.index);
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
