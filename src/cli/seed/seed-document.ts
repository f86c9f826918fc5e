import { isRecord } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';

/** One document of a seed, or an item of one that is a list, and its name in a message. */
export interface SeedDocument {
  readonly where: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** The items of a `List`, or of a `PodList`, whose items have no kind of their own. Odd ones are left for the server to refuse. */
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
 * Refuses objects that are too large while the document is read, so that a file of many does not fill the memory first.
 *
 * @throws CommandError that names the object
 */
export function checkSizes(document: SeedDocument): void {
  for (const { where, object } of itemsOf(document)) {
    if (hasMoreValues(object, mostValues)) {
      throw new CommandError(`${where}: it has more than ${mostValues} values`);
    }
  }
}

/** Members and items of one object: as many as the server allows of one that is written by a request. */
const mostValues = 50_000;

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
