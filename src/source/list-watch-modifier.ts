import { HandlerError, isRecord } from '../objects/index.ts';
import type { Query } from './list-watch-query.ts';
import type { ListWatchOptions } from './scope.ts';

/** The parameters as the user wants them, but for those that say what the request is. */
export function modifiedQuery(query: Query, modify: ListWatchOptions['optionsModifier']): Query {
  if (modify === undefined) return query;
  const fixed = Object.entries(query).filter(([name]) => isFixed(name));
  const free = Object.entries(modified(query, modify)).filter(([name]) => !isFixed(name));
  return Object.fromEntries([...free, ...fixed]);
}

const isFixed = (name: string): boolean => name === 'watch' || name === 'continue';

function modified(query: Query, modify: NonNullable<ListWatchOptions['optionsModifier']>): Query {
  try {
    const result: unknown = modify({ ...query });
    if (isQuery(result)) return result;
    throw new TypeError('it did not return an object of strings');
  } catch (cause) {
    throw new HandlerError('optionsModifier', undefined, cause);
  }
}

function isQuery(value: unknown): value is Query {
  return isRecord(value) && Object.values(value).every((member) => typeof member === 'string');
}
