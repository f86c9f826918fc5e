import { isRecord } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { notFound } from '../status/refusals.ts';
import { checkIdentity, checkVersion } from './check-update.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { finishNamespace } from './namespace-lifecycle.ts';
import { objectInput } from './object-input.ts';

/**
 * Writes the finalizers in the spec of a namespace, which no other write changes; one that is being deleted goes when
 * it is empty and nothing holds it any more (P128).
 *
 * @throws Refusal 400, 404, 409
 */
export function finalize(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  body: unknown,
  dryRun: boolean,
): StoredObject {
  const given = objectInput(resource, body);
  checkIdentity(given, place);
  const existing = find(context, resource, place);
  if (existing === undefined) throw notFound(resource, place.name);
  checkVersion(resource, existing, given);

  const { finalizers } = isRecord(given['spec']) ? given['spec'] : {};
  const spec = Array.isArray(finalizers) && finalizers.length > 0 ? { finalizers } : {};
  const next = { ...existing, metadata: { ...existing.metadata }, spec };
  const stored = store(context, resource, place, next, dryRun);
  if (!dryRun) finishNamespace(context, place.name);
  return stored;
}
