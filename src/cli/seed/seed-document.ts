import { isRecord } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';

/** One document of a seed file, or one item of a list document, and its name for error messages. */
export interface SeedDocument {
  readonly where: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * Returns the items of a `List`, or of a list such as `PodList`, whose items contain no kind. Returns a malformed list
 * unchanged, so that the server refuses the list.
 */
export function itemsOf(document: SeedDocument): readonly SeedDocument[] {
  const { where, object } = document;
  const { kind, apiVersion, items } = object;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items) || !items.every(isRecord))
    return [document];
  const type = kind === 'List' ? {} : { kind: kind.slice(0, -'List'.length), apiVersion };
  return items.flatMap((item, at) =>
    itemsOf({ where: `${where}: items[${at}]`, object: { ...type, ...item } }),
  );
}

/**
 * Checks the size of each object while the document is read. So a file with many large objects does not fill the
 * memory.
 *
 * @throws CommandError that names the object
 */
export function checkSizes(document: SeedDocument): void {
  for (const { where, object } of itemsOf(document)) {
    if (hasMoreValues(object, maxValues)) {
      throw new CommandError(`${where}: it has more than ${maxValues} values`);
    }
  }
}

/** Maximum number of members and items of one object. The server has the same limit for an object in a request. */
const maxValues = 50_000;

function hasMoreValues(object: object, most: number): boolean {
  const unread: object[] = [object];
  let count = 1;
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    const values: readonly unknown[] = Object.values(next);
    count += values.length;
    if (count > most) return true;
    for (const value of values) if (typeof value === 'object' && value !== null) unread.push(value);
  }
  return false;
}
