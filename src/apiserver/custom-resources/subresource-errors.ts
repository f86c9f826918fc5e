import type { Json } from '../json.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { objectIn, textIn } from './definition.ts';
import { isSimplePath } from './simple-path.ts';

/** Validates the paths of a scale subresource. */
export function subresourceErrors(subresources: Json, path: string): readonly FieldError[] {
  if (subresources['scale'] === undefined) return [];
  const scale = objectIn(subresources, 'scale');
  const at = `${path}.scale`;
  return [
    ...pathErrors(scale, `${at}.specReplicasPath`, 'specReplicasPath', ['.spec']),
    ...pathErrors(scale, `${at}.statusReplicasPath`, 'statusReplicasPath', ['.status']),
    ...(textIn(scale, 'labelSelectorPath') === ''
      ? []
      : pathErrors(scale, `${at}.labelSelectorPath`, 'labelSelectorPath', ['.spec', '.status'])),
  ];
}

function pathErrors(scale: Json, at: string, name: string, roots: readonly string[]): readonly FieldError[] {
  const path = textIn(scale, name);
  if (path === '') return [fieldRequired(at, '')];
  if (!isSimplePath(path)) return [fieldInvalid(at, path, 'must be a simple json path starting with .')];
  if (roots.some((root) => path.startsWith(`${root}.`))) return [];
  const where = roots.length === 1 ? roots.join() : `either ${roots.join(' or ')}`;
  return [fieldInvalid(at, path, `should be a json path under ${where}`)];
}
