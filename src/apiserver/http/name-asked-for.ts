import { fieldSelector } from '../../objects/index.ts';
import { checkSelectorSize } from '../query/check-selector-size.ts';
import { isPathSegment, type ResourcePath } from './route.ts';
import type { Verb } from './verb.ts';

/**
 * The path, with the name that a list or a watch selects alone: who is given a right to named objects may list and watch
 * them that way. As in the real server it does not count in the old path of a watch.
 */
export function withNameAskedFor(
  path: ResourcePath,
  verb: Verb | undefined,
  query: URLSearchParams,
): ResourcePath {
  const text = query.get('fieldSelector') ?? '';
  if (path.name !== '' || path.watch || (verb !== 'list' && verb !== 'watch') || text === '') return path;
  const name = nameIn(text);
  return name !== undefined && isPathSegment(name) ? { ...path, name } : path;
}

function nameIn(text: string): string | undefined {
  try {
    checkSelectorSize(text);
    return fieldSelector(text).requirements.find(
      ({ field, operator }) => field === 'metadata.name' && operator === '=',
    )?.value;
  } catch {
    return undefined; // what is wrong with it is told to those who may ask
  }
}
