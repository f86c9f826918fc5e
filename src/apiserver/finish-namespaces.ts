import { auditTime, concatMap, defer, type Observable, type SchedulerLike } from 'rxjs';
import type { RegistryContext } from './registry/context.ts';
import { finishNamespace } from './registry/namespace-lifecycle.ts';
import { attempt } from './report-fault.ts';
import type { Collection } from './storage/collection.ts';
import { lowerBound } from './storage/sorted-keys.ts';
import { writesTo } from './storage-writes.ts';
import { workInSlices } from '../scheduling/index.ts';

/**
 * Deletes terminating namespaces whose remaining objects belong to a kind that is no longer served. No request can
 * remove such objects, so the namespace would never be deleted (P128). The function checks only the namespaces that
 * contain such objects.
 */
export function finishNamespaces(context: RegistryContext, clock: SchedulerLike): Observable<never> {
  const { catalog, storage } = context;
  return defer(() => {
    let served = namespacedKinds(context);
    return writesTo(catalog).pipe(
      // If several kinds change in one task of the event loop, the check runs once, after all changes.
      auditTime(0, clock),
      concatMap(() => {
        const before = served;
        served = namespacedKinds(context);
        const gone = [...before].filter((id) => !served.has(id));
        return finished(context, new Set(gone.flatMap((id) => namespacesOf(storage.find(id)))));
      }),
    );
  });
}

/** Returns the ids of the collections of namespaced kinds that are served. */
function namespacedKinds({ catalog }: RegistryContext): ReadonlySet<string> {
  return new Set(catalog.all.filter(({ namespaced }) => namespaced).map(({ id }) => id));
}

/** Returns the names of the namespaces in which a collection has objects. */
function namespacesOf(collection: Collection | undefined): readonly string[] {
  const keys = collection?.snapshot().keys ?? [];
  const namespaces: string[] = [];
  for (let at = 0; at < keys.length;) {
    const [namespace = ''] = (keys[at] ?? '').split('/');
    namespaces.push(namespace);
    at = lowerBound(keys, `${namespace}0`, at + 1); // in ASCII, `0` is the character after the slash, so the search skips all keys of the namespace
  }
  return namespaces;
}

/** Deletes the namespaces in several short time slices, because there may be thousands of namespaces. */
function finished(context: RegistryContext, namespaces: Iterable<string>): Observable<never> {
  const left = namespaces[Symbol.iterator]();
  return workInSlices((pause) => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      const { value } = next;
      attempt('namespaces', () => finishNamespace(context, value));
      if (pause()) return false;
    }
    return true;
  });
}
