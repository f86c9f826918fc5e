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
import { withOldTimes } from './old-times.ts';
import { inStorage } from './in-storage.ts';
import { ownedBy } from './owned-by.ts';
import { checkGrant, type Requester } from './requester.ts';
import { removeObject } from './remove-object.ts';
import { signingRequestErrors, withConditionTimes } from './signing-request.ts';

/** How an object is updated. */
export interface UpdateOptions extends FieldOptions {
  readonly dryRun?: boolean;
  /** Writes that part alone. */
  readonly subresource?: WrittenPart;
  /** Who writes. */
  readonly fieldManager?: string;
  /** It was applied: its managed fields are what they are to be. */
  readonly applied?: boolean;
  readonly requester?: Requester;
  /** Refuses a write that would create the object, where its writer may not create. */
  readonly authorizeCreate?: () => void;
  /**
   * The process that the server runs in writes: a pod that has no node may be given one, as by a binding, and a signing request
   * may be approved with its status.
   */
  readonly fromProcess?: boolean;
}

/** The state after a write; `created` where a PUT made the object. */
export interface Written {
  readonly object: StoredObject;
  readonly created: boolean;
}

/**
 * Replaces an object: a write that changes nothing keeps the version and tells nobody (P79), and
 * one that takes the last finalizer off an object that is being deleted removes it (P91).
 *
 * @throws Refusal 400, 403 of `authorizeCreate`, 404, 409, 422 (P76–P78, P91)
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
  // A namespace that /finalize releases goes when it is empty.
  if (subresource !== 'finalize' && isFinished(resource, next)) {
    if (!dryRun) removeObject(context, resource, place);
    return { object: next as unknown as StoredObject, created: false };
  }
  const stored = store(context, resource, place, next, dryRun);
  if (isNamespaces(resource)) finishNamespace(context, place.name);
  return { object: stored, created: false };
}

/** The pod as it would be on the node that it is given. */
function bound({ id }: Resource, existing: StoredObject, next: ObjectInput): StoredObject {
  const [old, spec] = [recordAt(existing, 'spec'), recordAt(next, 'spec')];
  const { nodeName } = spec;
  return id === 'pods' && old['nodeName'] === undefined && nodeName !== undefined
    ? { ...existing, spec: { ...old, nodeName } }
    : existing;
}

/** Nothing holds it any more: neither a finalizer nor the time it was given to end. */
function isFinished(resource: Resource, object: ObjectInput): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: grace = 0 } = object.metadata;
  return deletionTimestamp !== undefined && grace === 0 && resource.finalizersOf(object).length === 0;
}
