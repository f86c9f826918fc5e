import { isRecord } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';

/** One document of a seed, or one item of a list document, and its name for messages. */
export interface SeedDocument {
  readonly where: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * Returns the items of a `List`, or of a list such as `PodList`, whose items have no kind of their own. Returns a
 * malformed list unchanged, so that the server refuses it.
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
 * Checks the size of each object while the document is read, so that a file with many large objects does not fill the
 * memory first.
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

/** Maximum members and items of one object: the same limit as the server has for an object in a request. */
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
