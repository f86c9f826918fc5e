import { recordAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { invalid } from '../status/invalid.ts';
import { notFound } from '../status/refusals.ts';
import { items } from '../validation/check.ts';
import { finalizer } from '../validation/cluster-kinds.ts';
import { checkIdentity, checkVersion } from './check-update.ts';
import { find, type Place, type RegistryContext } from './context.ts';
import { knownFields } from './known-fields.ts';
import { objectInput } from './object-input.ts';
import { update, type UpdateOptions } from './update.ts';

/**
 * Writes the metadata of a namespace and the finalizers in the spec of the namespace. No other request can change the
 * finalizers in the spec. If the namespace is being deleted, the server removes it when it is empty and has no
 * finalizers (P128).
 *
 * @throws Refusal as `update` does, and 422 for a finalizer with a wrong name
 */
export function finalize(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  body: unknown,
  options: UpdateOptions,
): StoredObject {
  checkFinalizers(context, resource, place, body, options);
  return update(context, resource, place, body, { ...options, subresource: 'finalize' }).object;
}

/**
 * Checks the finalizers in the spec before the update. The errors of the update contain no index of a finalizer,
 * but the errors of `finalize` must contain the index.
 */
function checkFinalizers(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  body: unknown,
  { fieldValidation = 'Ignore', duplicates = [] }: UpdateOptions,
): void {
  const isStrict = fieldValidation === 'Strict';
  const given = knownFields(
    resource,
    objectInput(resource, body),
    isStrict ? { fieldValidation, duplicates } : {},
  );
  checkIdentity(given, place);
  const existing = find(context, resource, place);
  if (existing === undefined) throw notFound(resource, place.name);
  checkVersion(resource, existing, given);
  const errors = items(finalizer)(recordAt(given, 'spec')['finalizers'], 'spec.finalizers');
  if (errors.length > 0) throw invalid(resource, place.name, errors);
}
