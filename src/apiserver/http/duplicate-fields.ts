import { endOfString } from '../../objects/index.ts';
import { type FieldPath, itemOf, memberOf } from '../schema/path.ts';

/**
 * The paths of the members that a JSON text has more than once, each as often as it comes again; `JSON.parse` keeps the
 * last of them and says nothing. A text that is no JSON has none that counts.
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
          if (level.names.has(name) && found.push(level.path) >= mostFound) return found;
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

/** As many as the real server's decoder tells. */
const mostFound = 100;

/** An object or a list that has been entered and not left. */
interface Level {
  readonly isList: boolean;
  readonly base: FieldPath;
  readonly names: Set<string>;
  /** Of the member or the item that is being read. */
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
