import { debounceTime, defer, filter, ignoreElements, type Observable, tap } from 'rxjs';
import { find, type RegistryContext } from '../../registry/context.ts';
import { update } from '../../registry/update.ts';
import { storageEvents } from '../../storage-writes.ts';
import { Refusal } from '../../status/refusal.ts';
import { staleAggregates } from './aggregated-rules.ts';

const id = 'clusterroles.rbac.authorization.k8s.io';

/** Keeps the rules of cluster roles that are made of others, a moment after those have changed. */
export function aggregateRoles(context: RegistryContext): Observable<never> {
  return defer(() =>
    storageEvents(context.storage).pipe(
      filter((write) => write.id === id),
      debounceTime(0),
      tap(() => aggregateNow(context)),
      ignoreElements(),
    ),
  );
}

/** Brings the rules of all of them up to date; each write has those looked at that are made of it. */
function aggregateNow(context: RegistryContext): void {
  const resource = context.catalog.find('rbac.authorization.k8s.io', 'v1', 'clusterroles');
  if (resource === undefined) return;
  const stale = [...staleAggregates(context.storage.collection(id))];
  for (const role of stale) {
    const place = { namespace: '', name: role.metadata.name };
    try {
      if (find(context, resource, place) !== undefined) {
        update(context, resource, place, role, { fieldManager: 'clusterrole-aggregation-controller' });
      }
    } catch (error) {
      // One that is refused keeps the rules that it has.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
