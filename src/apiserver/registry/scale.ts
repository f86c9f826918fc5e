import { isRecord, labelSelector } from '../../objects/index.ts';
import { metadataOf } from '../apply/update-managed-fields.ts';
import { type Json, recordAt, type StoredObject } from '../json.ts';
import { at, namesIn, type Resource } from '../resources/resource.ts';
import type { ScalePaths } from '../resources/resource-definition.ts';
import { fieldInvalid, invalid } from '../status/invalid.ts';
import type { Refusal } from '../status/refusal.ts';
import { internalError, methodNotAllowed, notFound } from '../status/refusals.ts';
import { type ApplyOptions, noConfiguration } from './apply.ts';
import { checkIdentity } from './check-update.ts';
import { find, type Place, type RegistryContext } from './context.ts';
import type { ObjectInput } from './object-input.ts';
import { applied } from './patch.ts';
import type { PlainPatch } from './patch-forms.ts';
import type { FieldOptions } from './known-fields.ts';
import { patchRefusal } from './patch-refusal.ts';
import { appliedScale, ownedByScale } from './scale-ownership.ts';
import { typedInput } from './subresource-input.ts';
import { update, type UpdateOptions } from './update.ts';

/**
 * Returns the subresource `scale` of an object, as an `autoscaling/v1` `Scale` (P85).
 *
 * @throws Refusal 404. Refusal 500 for an object that has no number of replicas
 */
export function scaleOf(context: RegistryContext, resource: Resource, place: Place): Json {
  const object = existing(context, resource, place);
  const { specReplicasPath } = pathsOf(resource);
  if (!resource.builtIn && at(specReplicasPath)(object) === undefined) {
    throw internalError(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`);
  }
  return asScale(resource, object);
}

/**
 * Patches the subresource `scale` of an object. The patch changes the number of replicas of the object. Unlike
 * `scaleOf`, the function accepts an object that has no number of replicas.
 *
 * @throws Refusal as `patch` does, and as `updateScale` does
 */
export function patchScale(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  change: PlainPatch,
  options: UpdateOptions,
): Json {
  const scale = asScale(resource, existing(context, resource, place));
  const made = applied(change, scale, undefined, options.fieldValidation);
  const refusal = (why: string): Refusal => patchRefusal(change, made, why);
  const patched = { strategic: 'strategic' in change, refusal };
  return written(context, resource, place, inputOf(made, { ...options, patched }), options);
}

/**
 * Replaces the subresource `scale` of an object. The write changes only the number of replicas of the object.
 *
 * @throws Refusal as `update` does, 422 for an invalid number
 */
export function updateScale(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  scale: unknown,
  options: UpdateOptions,
): Json {
  return written(context, resource, place, inputOf(scale, options), options);
}

function written(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  next: Scale,
  options: UpdateOptions,
): Json {
  const object = existing(context, resource, place);
  checkIdentity(next, place);
  const before = { object, scale: asScale(resource, object) };
  const owned = ownedByScale(context, resource, before, next, options.fieldManager);
  return scaled(context, resource, place, owned, next, options);
}

/**
 * Applies a configuration to the subresource `scale` of an object (server-side apply).
 *
 * @throws Refusal as `apply` does, and as `updateScale` does
 */
export function applyScale(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  configuration: unknown,
  options: ApplyOptions,
): Json {
  const object = existing(context, resource, place);
  if (!isRecord(configuration)) throw noConfiguration(configuration);
  const { fieldManager: manager = '', force = false } = options;
  const before = { object, scale: asScale(resource, object) };
  const applied = appliedScale(context, resource, before, { object: configuration, manager, force });
  return scaled(context, resource, place, applied.object, inputOf(applied.scale, {}), options);
}

/** Writes the replicas of a `Scale` into the object, and returns the new `Scale`. */
function scaled(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  object: Json,
  { metadata, spec }: Scale,
  options: UpdateOptions,
): Json {
  const { specReplicasPath } = pathsOf(resource);
  const changed = setAt(object, namesIn(specReplicasPath), replicasIn(spec, resource, place.name));
  const old = metadataOf(object);
  const { resourceVersion = old['resourceVersion'], uid = old['uid'] } = metadata;
  const body = { ...changed, metadata: { ...old, resourceVersion, uid } };
  const how = { ...options, applied: true };
  return asScale(resource, update(context, resource, place, body, how).object);
}

function existing(context: RegistryContext, resource: Resource, place: Place): StoredObject {
  const object = find(context, resource, place);
  if (object === undefined) throw notFound(resource, place.name);
  return object;
}

function asScale(resource: Resource, object: StoredObject): Json {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = pathsOf(resource);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = at(specReplicasPath)(object) ?? (resource.builtIn ? 1 : 0);
  const selector = labelSelectorPath === undefined ? selectorIn(object) : at(labelSelectorPath)(object);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas },
    status: {
      replicas: at(statusReplicasPath)(object) ?? 0,
      ...(typeof selector === 'string' && selector !== '' ? { selector } : {}),
    },
  };
}

/** Returns the label selector of a built-in workload as text for its `Scale`. */
function selectorIn(object: StoredObject): string {
  const selector = at('spec.selector')(object);
  if (!isRecord(selector)) return '';
  try {
    return String(labelSelector(selector));
  } catch (error) {
    throw internalError(error instanceof Error ? error.message : String(error));
  }
}

function pathsOf({ scale }: Resource): ScalePaths {
  if (scale === undefined) throw methodNotAllowed();
  return scale;
}

type Scale = ObjectInput & { readonly spec: Json };

const scaleType = { group: 'autoscaling', version: 'v1', kind: 'Scale', apiVersion: 'autoscaling/v1' };

function inputOf(scale: unknown, options: FieldOptions): Scale {
  const input = typedInput(scaleType, 'io.k8s.api.autoscaling.v1.Scale', scale, options);
  return { ...input, spec: recordAt(input, 'spec') };
}

function replicasIn({ replicas = 0 }: Json, resource: Resource, name: string): number {
  if (typeof replicas === 'number' && Number.isSafeInteger(replicas) && replicas >= 0) return replicas;
  if (resource.builtIn) {
    const errors = [fieldInvalid('spec.replicas', replicas, 'must be greater than or equal to 0')];
    throw invalid({ group: 'autoscaling', kind: 'Scale' }, name, errors);
  }
  const { specReplicasPath } = pathsOf(resource);
  throw invalid(resource, name, [
    fieldInvalid(specReplicasPath, replicas, 'should be a non-negative integer'),
  ]);
}

function setAt(object: Json, [name = '', ...more]: readonly string[], value: unknown): Json {
  const inner = object[name];
  return { ...object, [name]: more.length === 0 ? value : setAt(isRecord(inner) ? inner : {}, more, value) };
}
