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
 * Handles a write to the subresource `finalize` of a namespace. The write changes the metadata of the namespace, and
 * the finalizers in its spec. No other request can change the finalizers in the spec. If the namespace is being
 * deleted, the server removes the namespace as soon as it is empty and has no finalizers (P128).
 *
 * @throws Refusal as `update` does, and 422 for an invalid finalizer name
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
 * Checks the finalizers in the spec of a namespace before the update. The errors of `finalize` must contain the index
 * of the finalizer, but the errors of `update` contain no index.
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
