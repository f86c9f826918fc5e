import { recordAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { invalid } from '../status/invalid.ts';
import { notFound } from '../status/refusals.ts';
import { items } from '../validation/check.ts';
import { finalizer } from '../validation/cluster-kinds.ts';
import { checkIdentity, checkVersion } from './check-update.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { finishNamespace } from './namespace-lifecycle.ts';
import { knownFields } from './known-fields.ts';
import { objectInput } from './object-input.ts';

/**
 * Writes the finalizers in the spec of a namespace, which no other write changes; one that is being deleted goes when
 * it is empty and nothing holds it any more (P128).
 *
 * @throws Refusal 400, 404, 409, 422 for names that are none
 */
export function finalize(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  body: unknown,
  dryRun: boolean,
): StoredObject {
  const given = knownFields(resource, objectInput(resource, body), {});
  checkIdentity(given, place);
  const existing = find(context, resource, place);
  if (existing === undefined) throw notFound(resource, place.name);
  checkVersion(resource, existing, given);

  const { finalizers } = recordAt(given, 'spec');
  const errors = items(finalizer)(finalizers, 'spec.finalizers');
  if (errors.length > 0) throw invalid(resource, place.name, errors);
  const spec = Array.isArray(finalizers) && finalizers.length > 0 ? { finalizers } : {};
  const next = { ...existing, metadata: { ...existing.metadata }, spec };
  const stored = store(context, resource, place, next, dryRun);
  if (!dryRun) finishNamespace(context, place.name);
  return stored;
}
