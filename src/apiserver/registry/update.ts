import { isSame, omit, recordAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { notFound } from '../status/refusals.ts';
import { admit } from './admission/admit.ts';
import { checkSigner } from './admission/check-signer.ts';
import { checkDefinitionSize } from './check-definition-size.ts';
import {
  checkCount,
  checkGrown,
  checkIdentity,
  checkMetadata,
  checkNew,
  checkServed,
  checkVersion,
} from './check-update.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { create } from './create.ts';
import { type FieldOptions, knownFields } from './known-fields.ts';
import { finishNamespace, isNamespaces } from './namespace-lifecycle.ts';
import { nextState, type WrittenPart } from './next-state.ts';
import { type ObjectInput, objectInput } from './object-input.ts';
import { withOldTimes } from './keep-managed-field-times.ts';
import { inStorage } from './in-storage.ts';
import { ownedBy } from './owned-by.ts';
import { checkGrant, type Requester } from './requester.ts';
import { removeObject } from './remove-object.ts';
import { signingRequestErrors, withConditionTimes } from './signing-request.ts';

export interface UpdateOptions extends FieldOptions {
  readonly dryRun?: boolean;
  /** The subresource that the write changes. Without this option, the write changes the object itself. */
  readonly subresource?: WrittenPart;
  readonly fieldManager?: string;
  /**
   * Whether the object is the result of a server-side apply. If true, the managed fields of the object are already
   * complete.
   */
  readonly applied?: boolean;
  readonly requester?: Requester;
  /**
   * Throws if the user may not create the object. Only a PUT or an apply, which may also create an object, sets this
   * function.
   */
  readonly authorizeCreate?: () => void;
  /**
   * Whether the write comes from the process in which the server runs, and not from a client. A write from the process
   * may set the node of a pod that has no node, as a binding does. A write from the process may also approve a
   * CertificateSigningRequest in its status.
   */
  readonly fromProcess?: boolean;
}

/** The result of a write. `created` is true if a PUT or an apply has created the object. */
export interface Written {
  readonly object: StoredObject;
  readonly created: boolean;
}

/**
 * Replaces an object. If the write changes nothing, the object keeps its resourceVersion and no watch gets an event
 * (P79). If the object is being deleted and the write removes its last finalizer, the server removes the object (P91).
 *
 * @throws Refusal 400, 403 if `authorizeCreate` refuses the create, 404, 409, 422 (P76–P78, P91)
 */
export function update(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  body: unknown,
  options: UpdateOptions = {},
): Written {
  checkServed(context, resource);
  const { dryRun = false, subresource, requester } = options;
  const isMade = options.patched !== undefined || options.applied === true;
  const existing = find(context, resource, place);
  if (isMade) checkCount(body, existing);
  const given = knownFields(resource, objectInput(resource, body, options.patched), options, existing);
  checkIdentity(given, place);
  if (requester !== undefined) checkDefinitionSize(resource, given);
  if (existing === undefined) {
    if (!resource.createOnUpdate || subresource !== undefined) throw notFound(resource, place.name);
    checkNew(resource, given);
    const fresh = { ...given, metadata: omit(given.metadata, 'resourceVersion') };
    return {
      object: create(context, resource, place.namespace, fresh, { ...options, duplicates: [] }),
      created: true,
    };
  }

  checkVersion(resource, existing, given, options.patched !== undefined || options.applied === true);
  const owned = inStorage(resource, ownedBy(context, resource, existing, given, options));
  if (isMade) checkGrown(owned, existing);
  const { namespace } = place;
  const object =
    subresource === undefined ? admit(resource, owned, { context, namespace, existing, requester }) : owned;
  const { fromProcess = false } = options;
  const part = { existing, subresource, decides: subresource === 'approval' || fromProcess };
  const state = nextState(resource, existing, object, subresource);
  const next = withOldTimes(existing, withConditionTimes(resource, state, part, context.world.now()));
  checkGrant(requester, { ...place, resource, object: next, existing });
  const compared = fromProcess ? bound(resource, existing, next) : existing;
  checkMetadata(resource, compared, object, next, signingRequestErrors(resource, next, part));
  checkSigner(resource, requester, { place, object: next, existing, subresource });
  resource.warnings(next).forEach((warning) => options.warn?.(warning));
  if (isSame(next, existing)) return { object: existing, created: false };
  // After a write to `finalize`, only `finishNamespace` removes the namespace, because `finishNamespace` also checks
  // that the namespace is empty.
  if (subresource !== 'finalize' && isFinished(resource, next)) {
    if (!dryRun) removeObject(context, resource, place);
    return { object: next as unknown as StoredObject, created: false };
  }
  const stored = store(context, resource, place, next, dryRun);
  if (isNamespaces(resource)) finishNamespace(context, place.name);
  return { object: stored, created: false };
}

/**
 * Returns the old state of a pod, but with the node that the write sets. So the validation accepts the new node of a
 * pod that had no node.
 */
function bound({ id }: Resource, existing: StoredObject, next: ObjectInput): StoredObject {
  const [old, spec] = [recordAt(existing, 'spec'), recordAt(next, 'spec')];
  const { nodeName } = spec;
  return id === 'pods' && old['nodeName'] === undefined && nodeName !== undefined
    ? { ...existing, spec: { ...old, nodeName } }
    : existing;
}

/**
 * Returns whether the server can remove an object that is being deleted: it has no finalizer, and its grace period has
 * ended.
 */
function isFinished(resource: Resource, object: ObjectInput): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: grace = 0 } = object.metadata;
  return deletionTimestamp !== undefined && grace === 0 && resource.finalizersOf(object).length === 0;
}
