import { fieldSelector } from '../../objects/index.ts';
import { checkSelectorSize } from '../query/check-selector-size.ts';
import { isPathSegment, type ResourcePath } from './route.ts';
import type { Verb } from './verb.ts';

/**
 * If the field selector of a list or a watch selects one name, adds the name to the path. So a user with a right to the
 * named object may also list and watch this object. As in kube-apiserver, the function does not change a deprecated
 * watch path.
 */
export function withSelectedName(
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
    return undefined; // An invalid selector selects no name here. The handler reports the error later, and only to authorized clients.
  }
}
