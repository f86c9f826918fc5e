import { metadataReset } from '../apply/reset-fields.ts';
import { metadataOf } from '../apply/update-managed-fields.ts';
import { isSame, type Json, omit, recordAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { withEphemeralContainers } from './ephemeral-containers.ts';
import type { ObjectInput } from './object-input.ts';

/** The subresources whose writes change a part of the object itself. */
export type WrittenPart = 'status' | 'approval' | 'ephemeralcontainers' | 'finalize';

/**
 * Returns the object that a write stores. In the parts that clients may write, the object has the new values. In the
 * parts that only the server may write, the object has the old values (P84).
 */
export function nextState(
  resource: Resource,
  existing: StoredObject,
  object: ObjectInput,
  subresource: WrittenPart | undefined,
): ObjectInput {
  if (subresource === 'ephemeralcontainers') return withEphemeralContainers(resource, existing, object);
  const metadata = { ...omit(object.metadata, ...ofTheServer), ...kept(existing) };
  if (subresource === 'approval') return { ...existing, metadata, status: withDecision(existing, object) };
  if (subresource === 'finalize') return { ...existing, metadata, spec: finalizersAlone(object) };
  if (subresource === 'status') {
    const next = { ...omit(existing, 'status'), metadata: withReset(resource, existing, metadata) };
    return object['status'] === undefined ? next : { ...next, status: object['status'] };
  }

  const { status, ...rest } = object;
  const kind = resource.onUpdate({ ...rest, metadata }, existing);
  const ownStatus = kind['status']; // for some kinds, the server computes the status at each update
  const nextStatus = resource.status ? (ownStatus ?? existing['status']) : status;
  const next = (nextStatus === undefined ? kind : { ...kind, status: nextStatus }) as ObjectInput;
  if (!resource.generation || sameBut(resource, next, existing)) return next;
  return { ...next, metadata: { ...metadata, generation: (existing.metadata.generation ?? 0) + 1 } };
}

/** The members of `metadata` that clients cannot set. */
const ofTheServer: readonly string[] = [
  'generation',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
];

/** Returns the spec of a namespace with only its finalizers. */
function finalizersAlone(namespace: ObjectInput): Json {
  const { finalizers } = recordAt(namespace, 'spec');
  return Array.isArray(finalizers) && finalizers.length > 0 ? { finalizers } : {};
}

/**
 * Returns the status of a CertificateSigningRequest after a write to the subresource `approval`. The write changes only
 * the conditions.
 */
function withDecision(existing: StoredObject, object: ObjectInput): Json {
  const { conditions } = recordAt(object, 'status');
  const status = omit(recordAt(existing, 'status'), 'conditions');
  return conditions === undefined ? status : { ...status, conditions };
}

/**
 * Returns the metadata of an object after a write to its status. The members that such a write cannot change have their
 * old values.
 */
function withReset(resource: Resource, existing: StoredObject, metadata: Json): Json {
  const reset = metadataReset(resource, 'status');
  const old = metadataOf(existing);
  const names = reset === 'all' ? Object.keys({ ...metadata, ...old }) : reset;
  const unreached = names.filter((name) => name !== 'managedFields');
  const kept = Object.entries(old).filter(([name]) => unreached.includes(name));
  return { ...omit(metadata, ...unreached), ...Object.fromEntries(kept) };
}

/** Returns the members of `metadata` that an update cannot change, with their old values. */
function kept({ metadata }: StoredObject): Partial<StoredObject['metadata']> {
  const {
    uid,
    resourceVersion,
    generation,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
  } = metadata;
  const all = { namespace: metadata.namespace, uid, resourceVersion, generation, creationTimestamp };
  const deletion = { deletionTimestamp, deletionGracePeriodSeconds };
  return Object.fromEntries(
    Object.entries({ ...all, ...deletion }).filter(([, value]) => value !== undefined),
  );
}

/**
 * Returns whether an update leaves the generation unchanged: the update changes only the metadata, or a status that is
 * a subresource.
 */
function sameBut({ status, id }: Resource, next: ObjectInput, existing: StoredObject): boolean {
  const apart = status ? ['metadata', 'status'] : ['metadata'];
  // For a deployment, a changed annotation increments the generation too, because the rollout copies the annotations.
  const isDeployment = id === 'deployments.apps';
  if (isDeployment && !isSame(next.metadata['annotations'], existing.metadata.annotations)) return false;
  return isSame(omit(next, ...apart), omit(existing, ...apart));
}
