import { freeze } from 'immer';
import { clusterRoleBindings, clusterRoles } from '../../generated/cluster-roles.ts';
import type { Json, StoredObject } from '../../json.ts';
import { type RegistryContext, store } from '../../registry/context.ts';
import { timestamp, uid } from '../../registry/identity.ts';
import { Collection } from '../../storage/collection.ts';
import { staleAggregates } from './aggregated-rules.ts';

/** Creates the roles and bindings that a new cluster has, such as `cluster-admin`, `admin`, `edit` and `view`. */
export function bootstrapRoles(context: RegistryContext): void {
  const { catalog, world } = context;
  const creationTimestamp = timestamp(world.now());
  for (const [name, objects] of Object.entries(bootstrapped())) {
    const resource = catalog.find('rbac.authorization.k8s.io', 'v1', name);
    if (resource === undefined) continue;
    const { kind, apiVersion } = resource;
    for (const { metadata: given, ...object } of objects) {
      const metadata = { ...given, uid: uid(world), resourceVersion: '', creationTimestamp };
      const place = { namespace: '', name: given.name };
      store(context, resource, place, { ...object, kind, apiVersion, metadata }, false);
    }
  }
}

/**
 * Returns the roles and bindings of a new cluster. All servers of the process share the objects. The first server of
 * the process computes the objects.
 */
function bootstrapped(): Readonly<Record<string, readonly StoredObject[]>> {
  return (shared ??= freeze(
    {
      clusterroles: aggregated(clusterRoles.map(parsed)),
      clusterrolebindings: clusterRoleBindings.map(parsed),
    },
    true,
  ));
}

let shared: Readonly<Record<string, readonly StoredObject[]>> | undefined;

const parsed = (text: string): StoredObject => JSON.parse(text) as StoredObject & Json;

/**
 * Fills in the rules of the aggregated roles. The function repeats the aggregation until no role changes, because
 * `admin` selects `edit`, and `edit` selects `view`.
 */
function aggregated(roles: readonly StoredObject[]): readonly StoredObject[] {
  const collection = new Collection(1);
  for (const role of roles) collection.write(1, role.metadata.name, role);
  for (;;) {
    const stale = [...staleAggregates(collection)].filter((role) => role !== undefined);
    for (const role of stale) collection.write(1, role.metadata.name, role);
    if (stale.length === 0) break;
  }
  return roles.flatMap(({ metadata }) => collection.get(metadata.name) ?? []);
}
