import type { Json } from '../json.ts';
import { entriesOf, managedOf } from './entries.ts';
import { difference, fieldSet, hasField, isEmptySet } from './machine/field-set.ts';
import type { ManagerId, Ownership } from './machine/managers.ts';
import { fieldElement, type Path } from './machine/path-element.ts';

/** The managed fields of an object, or the managed fields of the Scale of an object. */
type Entries = readonly Json[] | undefined;

/**
 * Returns the path of the replica count in one API version of a kind, for example `.spec.replicas`. Returns `null` if
 * the version has no replica count. Returns `undefined` if the version does not exist.
 */
export type ReplicasPath = (apiVersion: string) => Path | null | undefined;

/**
 * Converts the managed fields of an object to the managed fields of the Scale of the object. The result contains only
 * the managers that own the replica count. Works like `ScaleHandler.ToSubresource` in kube-apiserver.
 */
export function scaleEntries(parent: unknown, replicasPath: ReplicasPath): Entries {
  const { managers, times } = managedOf(parent);
  const owners = [...managers].filter(([, { set, apiVersion }]) => {
    const path = replicasPath(apiVersion);
    return path !== undefined && path !== null && hasField(set, path);
  });
  const ofScale = owners.map(
    ([id, { applied }]) => [id, { set: fieldSet(pathInScale), apiVersion: scaleVersion, applied }] as const,
  );
  return entriesOf({ managers: new Map(ofScale), times });
}

/**
 * Returns the managed fields of an object after a write of the Scale of the object. As in kube-apiserver, the entry of
 * a new manager has no `time`. Works like `ScaleHandler.ToParent` in kube-apiserver.
 *
 * @param apiVersion - the version of the object
 */
export function parentEntries(
  parent: unknown,
  scale: unknown,
  apiVersion: string,
  replicasPath: ReplicasPath,
): Entries {
  const { managers, times } = managedOf(parent);
  const ofScale = new Map(managedOf(scale).managers);
  const result = new Map<ManagerId, Ownership>();
  for (const [id, ownership] of managers) {
    const path = replicasPath(ownership.apiVersion);
    if (path === undefined) continue;
    if (path === null || !hasField(ownership.set, path) || ofScale.has(id)) {
      if (path !== null && hasField(ownership.set, path)) ofScale.delete(id);
      result.set(id, ownership);
      continue;
    }
    const set = difference(ownership.set, fieldSet(path));
    if (!isEmptySet(set)) result.set(id, { ...ownership, set });
  }
  const path = replicasPath(apiVersion);
  for (const [id, { set, applied }] of ofScale) {
    if (path === undefined || path === null || !hasField(set, pathInScale)) continue;
    result.set(id, { set: fieldSet(path), apiVersion, applied });
  }
  return entriesOf({ managers: result, times });
}

export const scaleVersion = 'autoscaling/v1';

const pathInScale: Path = [fieldElement('spec'), fieldElement('replicas')];
