import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, omit } from '../json.ts';
import { namesWithDefaults } from './default-names.ts';
import { cleanupFinalizer, objectIn, objectsIn, textIn } from './definition.ts';

/** Prepares a new CRD. Adds the default names and the initial status. */
export function newDefinition(object: Json): Json {
  const prepared = withDefaults(object);
  const { storage } = storageVersion(prepared);
  const storedVersions = storage === undefined ? null : [storage];
  const status = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions };
  return { ...prepared, status };
}

/**
 * Prepares a changed CRD. If the CRD has a new storage version, the function adds the version to the stored versions in
 * the status.
 */
export function changedDefinition(object: Json, existing: Json): Json {
  const prepared = withDefaults(object);
  const status = objectIn(existing, 'status');
  const { storage } = storageVersion(prepared);
  const stored = Array.isArray(status['storedVersions']) ? (status['storedVersions'] as unknown[]) : [];
  if (storage === undefined || stored.includes(storage)) return { ...prepared, status };
  return { ...prepared, status: { ...status, storedVersions: [...stored, storage] } };
}

/**
 * Prepares a CRD for its deletion. The function adds the finalizer that waits for the objects of the CRD, and removes
 * the grace period. The deletion of a CRD does not change its generation. But the caller has already increased the
 * generation by one, so the function decreases the generation by one.
 */
export function deletedDefinition(object: Json): Json {
  const metadata = objectIn(object, 'metadata');
  const { finalizers = [], generation } = metadata;
  const all = [
    ...(finalizers as readonly string[]).filter((name) => name !== cleanupFinalizer),
    cleanupFinalizer,
  ];
  const kept = omit(metadata, 'deletionGracePeriodSeconds');
  const before = typeof generation === 'number' ? { generation: generation - 1 } : {};
  return { ...object, metadata: { ...kept, ...before, finalizers: all } };
}

/**
 * Returns the finalizers that delay the removal of a CRD: the finalizers in the metadata of the CRD. If the deletion of
 * the CRD has not begun, the result also contains the cleanup finalizer.
 */
export function definitionFinalizers(object: Json): readonly string[] {
  const { finalizers = [], deletionTimestamp } = objectIn(object, 'metadata');
  const names = finalizers as readonly string[];
  return deletionTimestamp === undefined ? [...names, cleanupFinalizer] : names;
}

function storageVersion(object: Json): { readonly storage: string | undefined } {
  const found = objectsIn(objectIn(object, 'spec'), 'versions').filter(({ storage }) => storage === true);
  const [only] = found;
  return { storage: only && textIn(only, 'name') };
}

function withDefaults(object: Json): Json {
  const spec = objectIn(withoutNulls(object), 'spec');
  const { conversion = { strategy: 'None' } } = spec;
  const named = { ...spec, names: namesWithDefaults(objectIn(spec, 'names')), conversion };
  const next = { ...object, spec: omit(named, ...falseFlags(spec)) };
  return isSame(next, object) ? object : next;
}

/** Removes the members that are `null`, because Go treats `null` as an absent member. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/**
 * Returns the names of the flags that have their default value. The server does not store flags with the default value.
 */
function falseFlags(spec: Json): readonly string[] {
  return spec['preserveUnknownFields'] === false ? ['preserveUnknownFields'] : [];
}
