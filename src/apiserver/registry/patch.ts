import { applyMergePatch, isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { Schema } from '../schema/schema.ts';
import type { Refusal } from '../status/refusal.ts';
import { badRequest, notFound } from '../status/refusals.ts';
import { find, type Place, type RegistryContext } from './context.ts';
import { applyJsonPatch } from './json-patch.ts';
import type { FieldValidation } from './known-fields.ts';
import type { PlainPatch } from './patch-forms.ts';
import { patchRefusal } from './patch-refusal.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch.ts';
import { update, type UpdateOptions, type Written } from './update.ts';

/**
 * Changes an object with a patch. A patch without a resourceVersion is applied to the current object, so the patch
 * cannot conflict (P122). If a patch contains a resourceVersion that is not the current resourceVersion of the object,
 * the patch is rejected (P83).
 *
 * @throws Refusal 400, 404, 409, 422 (P80–P83)
 */
export function patch(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  change: PlainPatch,
  options: UpdateOptions = {},
): Written {
  const existing = find(context, resource, place);
  if (existing === undefined) throw notFound(resource, place.name);
  const made = applied(change, existing, resource.schema, options.fieldValidation);
  const refusal = (why: string): Refusal => patchRefusal(change, made, why);
  return update(context, resource, place, made, {
    ...options,
    patched: { strategic: 'strategic' in change, refusal },
  });
}

/** Applies a patch to an object, and returns the result without storing it. */
export function applied(
  change: PlainPatch,
  existing: Json,
  schema: Schema | undefined,
  fieldValidation?: FieldValidation,
): unknown {
  if ('json' in change) return applyJsonPatch(existing, change.json, fieldValidation);
  const body = 'merge' in change ? change.merge : change.strategic;
  if (!isRecord(body)) throw badRequest('error decoding patch: it must be a JSON object');
  return 'merge' in change
    ? applyMergePatch(existing, body)
    : applyStrategicMergePatch(schema, existing, body);
}
