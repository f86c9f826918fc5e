import { debounceTime, defer, EMPTY, filter, type Observable, switchMap } from 'rxjs';
import type { StoredObject } from '../../json.ts';
import { isolated } from '../../isolated.ts';
import { find, type RegistryContext } from '../../registry/context.ts';
import { update } from '../../registry/update.ts';
import { reportFault } from '../../report-fault.ts';
import type { Resource } from '../../resources/resource.ts';
import { storageEvents } from '../../storage-writes.ts';
import { Refusal } from '../../status/refusal.ts';
import { staleAggregates } from './aggregated-rules.ts';
import { workInSlices } from '../../../scheduling/index.ts';

const id = 'clusterroles.rbac.authorization.k8s.io';

/**
 * Updates the rules of aggregated cluster roles after each write of a cluster role. The update runs in a later task
 * than the write.
 */
export function aggregateRoles(context: RegistryContext): Observable<never> {
  return defer(() =>
    storageEvents(context.storage).pipe(
      filter((write) => write.id === id),
      debounceTime(0),
      switchMap(() => isolated('aggregated roles', aggregated(context))), // A new write restarts the update.
    ),
  );
}

/**
 * Updates the rules of all aggregated cluster roles, in several short time slices. Each update of a role is a write,
 * and each write starts the update of all roles again. So the roles that select the updated role are updated too.
 */
function aggregated(context: RegistryContext): Observable<never> {
  const resource = context.catalog.find('rbac.authorization.k8s.io', 'v1', 'clusterroles');
  if (resource === undefined) return EMPTY;
  const stale = staleAggregates(context.storage.collection(id));
  return workInSlices((pause) => {
    for (let next = stale.next(); next.done !== true; next = stale.next()) {
      if (next.value !== undefined) aggregate(context, resource, next.value);
      if (pause()) return false;
    }
    return true;
  });
}

function aggregate(context: RegistryContext, resource: Resource, role: StoredObject): void {
  const place = { namespace: '', name: role.metadata.name };
  try {
    if (find(context, resource, place) !== undefined) {
      update(context, resource, place, role, { fieldManager: 'clusterrole-aggregation-controller' });
    }
  } catch (error) {
    // If an update is refused, the role keeps its current rules.
    if (!(error instanceof Refusal)) reportFault('aggregated roles', error);
  }
}
