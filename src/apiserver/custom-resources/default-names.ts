import type { Json } from '../json.ts';
import { textIn } from './definition.ts';

/** Adds the default values of `singular` and `listKind` to the names of a custom resource. */
export function namesWithDefaults(names: Json): Json {
  const kind = textIn(names, 'kind');
  if (kind === '') return names;
  const [singular, listKind] = [textIn(names, 'singular'), textIn(names, 'listKind')];
  if (singular !== '' && listKind !== '') return names;
  return { ...names, singular: singular || kind.toLowerCase(), listKind: listKind || `${kind}List` };
}
