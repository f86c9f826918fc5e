import { metadataReset } from '../apply/reset-fields.ts';
import { metadataOf } from '../apply/update-managed-fields.ts';
import { isSame, type Json, omit, recordAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { withEphemeralContainers } from './ephemeral-containers.ts';
import type { ObjectInput } from './object-input.ts';

/** A part of an object that is written alone. */
export type WrittenPart = 'status' | 'approval' | 'ephemeralcontainers' | 'finalize';

/** The next state: the client's part of the new one, the server's part of the old (P84). */
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
  const ownStatus = kind['status']; // of what the server alone writes
  const nextStatus = resource.status ? (ownStatus ?? existing['status']) : status;
  const next = (nextStatus === undefined ? kind : { ...kind, status: nextStatus }) as ObjectInput;
  if (!resource.generation || sameBut(resource, next, existing)) return next;
  return { ...next, metadata: { ...metadata, generation: (existing.metadata.generation ?? 0) + 1 } };
}

/** Members of the metadata that no client sets. */
const ofTheServer: readonly string[] = [
  'generation',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
];

/** The spec of a namespace, in which nothing but finalizers is written. */
function finalizersAlone(namespace: ObjectInput): Json {
  const { finalizers } = recordAt(namespace, 'spec');
  return Array.isArray(finalizers) && finalizers.length > 0 ? { finalizers } : {};
}

/** The status of a signing request after a write of `approval`, which changes nothing but the conditions. */
function withDecision(existing: StoredObject, object: ObjectInput): Json {
  const { conditions } = recordAt(object, 'status');
  const status = omit(recordAt(existing, 'status'), 'conditions');
  return conditions === undefined ? status : { ...status, conditions };
}

/** The metadata of a write of the status, without what that does not reach. */
function withReset(resource: Resource, existing: StoredObject, metadata: Json): Json {
  const reset = metadataReset(resource, 'status');
  const old = metadataOf(existing);
  const names = reset === 'all' ? Object.keys({ ...metadata, ...old }) : reset;
  const unreached = names.filter((name) => name !== 'managedFields');
  const kept = Object.entries(old).filter(([name]) => unreached.includes(name));
  return { ...omit(metadata, ...unreached), ...Object.fromEntries(kept) };
}

/** The members of the metadata that no update changes. */
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

/** Whether all is the same outside of metadata and, where that is written apart, status. */
function sameBut({ status, id }: Resource, next: ObjectInput, existing: StoredObject): boolean {
  const apart = status ? ['metadata', 'status'] : ['metadata'];
  // A rollout is told by the annotations too.
  const isDeployment = id === 'deployments.apps';
  if (isDeployment && !isSame(next.metadata['annotations'], existing.metadata.annotations)) return false;
  return isSame(omit(next, ...apart), omit(existing, ...apart));
}
