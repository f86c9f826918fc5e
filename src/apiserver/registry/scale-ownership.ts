import { applyConfiguration } from '../apply/apply-configuration.ts';
import { scaleFieldScope } from '../apply/field-scope.ts';
import { fieldElement } from '../apply/machine/path-element.ts';
import { parentEntries, type ReplicasPath, scaleEntries } from '../apply/scale-fields.ts';
import { metadataOf, updatedManagedFields } from '../apply/update-managed-fields.ts';
import { type Json, omit, type StoredObject } from '../json.ts';
import { namesIn, type Resource } from '../resources/resource.ts';
import type { RegistryContext } from './context.ts';

/** An object, and its `autoscaling/v1` `Scale`. */
interface Scaled {
  readonly object: StoredObject;
  readonly scale: Json;
}

/** Returns an object with the managed fields that it has after a write to its subresource `scale`. */
export function ownedByScale(
  context: RegistryContext,
  resource: Resource,
  { object, scale }: Scaled,
  next: Json,
  fieldManager: string | undefined,
): Json {
  const live = withEntries(scale, entriesOf(context, resource, object));
  const entries = updatedManagedFields(scaleFieldScope(context), live, next, fieldManager);
  return withScaleEntries(context, resource, object, entries);
}

/**
 * Applies a configuration to the subresource `scale` of an object (server-side apply).
 *
 * @throws Refusal as `applyConfiguration` does
 */
export function appliedScale(
  context: RegistryContext,
  resource: Resource,
  { object, scale }: Scaled,
  configuration: { readonly object: Json; readonly manager: string; readonly force: boolean },
): { readonly object: Json; readonly scale: Json } {
  const live = withEntries(scale, entriesOf(context, resource, object));
  const next = applyConfiguration(scaleFieldScope(context), live, configuration);
  const entries = metadataOf(next)['managedFields'];
  return { object: withScaleEntries(context, resource, object, entries), scale: next };
}

function entriesOf(context: RegistryContext, resource: Resource, { metadata }: StoredObject): unknown {
  return scaleEntries(metadataOf({ metadata })['managedFields'], replicasPathOf(context, resource));
}

function withScaleEntries(
  context: RegistryContext,
  resource: Resource,
  object: StoredObject,
  entries: unknown,
): Json {
  const before = metadataOf(object)['managedFields'];
  return withEntries(
    object,
    parentEntries(before, entries, resource.apiVersion, replicasPathOf(context, resource)),
  );
}

function withEntries(object: Json, managedFields: unknown): Json {
  const metadata = omit(metadataOf(object), 'managedFields');
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}

function replicasPathOf({ catalog }: RegistryContext, { group, resource }: Resource): ReplicasPath {
  return (apiVersion) => {
    const found = catalog.find(group, apiVersion.split('/').at(-1) ?? '', resource);
    if (found?.apiVersion !== apiVersion) return undefined;
    return found.scale === undefined ? null : namesIn(found.scale.specReplicasPath).map(fieldElement);
  };
}
