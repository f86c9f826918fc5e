import { isSame, type Json, omit, recordAt, recordsAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { fieldForbidden, invalid } from '../status/invalid.ts';
import type { ObjectInput } from './object-input.ts';

/**
 * Returns the pod that a write to the subresource `ephemeralcontainers` stores. The write may add ephemeral containers,
 * but may not change or remove existing ephemeral containers. All other changes are ignored.
 *
 * @throws Refusal 422
 */
export function withEphemeralContainers(
  resource: Resource,
  existing: StoredObject,
  object: ObjectInput,
): ObjectInput {
  const name = 'ephemeralContainers';
  const [old, given] = [recordAt(existing, 'spec'), recordAt(object, 'spec')];
  // If two containers have the same name, only the first container counts. In a `Map`, a later entry replaces an
  // earlier entry with the same key, so the list is reversed.
  const byName = new Map(
    recordsAt(given, name)
      .map((one) => [one['name'], one] as const)
      .reverse(),
  );
  const errors = recordsAt(old, name).flatMap((one) => {
    const next = byName.get(one['name']);
    if (isSame(next, one)) return [];
    const what = `existing ephemeral containers ${JSON.stringify(one['name'])} may not be`;
    return [fieldForbidden(`spec.${name}`, `${what} ${next === undefined ? 'removed' : 'changed'}\n`)];
  });
  if (errors.length > 0) throw invalid(resource, existing.metadata.name, errors);

  const isChanged = !isSame(old[name], given[name]);
  const { generation = 0 } = existing.metadata;
  const { managedFields } = object.metadata;
  const metadata: Json = {
    ...omit(existing.metadata as unknown as Json, 'managedFields'),
    ...(isChanged ? { generation: generation + 1 } : {}),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  return { ...existing, metadata, spec: isChanged ? { ...old, [name]: given[name] } : old };
}
