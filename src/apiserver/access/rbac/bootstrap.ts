import { clusterRoleBindings, clusterRoles } from '../../generated/cluster-roles.ts';
import type { Json } from '../../json.ts';
import { create } from '../../registry/create.ts';
import type { RegistryContext } from '../../registry/context.ts';
import { aggregateNow } from './aggregate-roles.ts';

/** Makes the roles and bindings that a new cluster has: `cluster-admin`, `admin`, `edit`, `view` and their like. */
export function bootstrapRoles(context: RegistryContext): void {
  const all = { clusterroles: clusterRoles, clusterrolebindings: clusterRoleBindings };
  for (const [name, objects] of Object.entries(all)) {
    const resource = context.catalog.find('rbac.authorization.k8s.io', 'v1', name);
    if (resource === undefined) continue;
    for (const object of objects) create(context, resource, '', JSON.parse(object) as Json);
  }
  // `admin` is made of `edit`, and that of `view`.
  while (aggregateNow(context));
}
