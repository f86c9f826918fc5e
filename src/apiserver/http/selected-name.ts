import { fieldSelector } from '../../objects/index.ts';
import { checkSelectorSize } from '../query/check-selector-size.ts';
import { isPathSegment, type ResourcePath } from './route.ts';
import type { Verb } from './verb.ts';

/**
 * Returns the path with the name that the field selector of a list or a watch selects. So a right to named objects also
 * allows to list and watch them by name. As in kube-apiserver, this does not apply to the deprecated watch path.
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
    return undefined; // the handler reports the error, to authorized clients only
  }
}
