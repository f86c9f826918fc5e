import type { KubeObject, OwnerReference } from '../../objects/index.ts';

/** Whether `owner` is the controller of an object. */
export function isOwnedBy({ metadata }: KubeObject, owner: KubeObject): boolean {
  return controllerOf(metadata.ownerReferences)?.uid === owner.metadata.uid;
}

/** Returns the owner reference of the controller; `undefined` if an object has no controller. */
function controllerOf(references: readonly OwnerReference[] | undefined): OwnerReference | undefined {
  return references?.find(({ controller }) => controller === true);
}

/** Creates the owner reference that makes `owner` the controller of an object. */
export function controlledBy(
  apiVersion: string,
  kind: string,
  { metadata: { name, uid } }: KubeObject,
): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
