import { secondsOf } from './entries.ts';
import { type FieldSet, noFields, unionOf } from './machine/field-set.ts';
import { type Managed, type ManagerId, managerId, type Ownership } from './machine/managers.ts';

/**
 * Limits the number of field managers with the operation `Update` to 10. The function merges the managers with the
 * oldest writes into managers with the name `ancient-changes`. Each version has its own manager `ancient-changes`.
 * Works like `capManagersManager` in kube-apiserver.
 */
export function withCappedUpdates(managed: Managed): Managed {
  const updaters = [...managed.managers].filter(([, { applied }]) => !applied).map(([id]) => id);
  if (updaters.length <= maxUpdaters) return managed;

  const managers = new Map(managed.managers);
  const times = new Map(managed.times);
  const firsts = new Map<string, ManagerId>();
  const together = new Map<ManagerId, FieldSet[]>();
  let left = updaters.length;
  for (const id of oldestFirst(updaters, managed)) {
    if (left <= maxUpdaters) break;
    const ownership = managers.get(id);
    if (ownership === undefined) continue;
    const { apiVersion } = ownership;
    const first = firsts.get(apiVersion);
    if (first === undefined) {
      firsts.set(apiVersion, id); // the loop merges the first manager of a version when it reaches the second manager of the version
      continue;
    }
    const bucket = managerId({ manager: 'ancient-changes', operation: 'Update', apiVersion });
    let sets = together.get(bucket);
    if (sets === undefined) {
      sets = [(managers.get(bucket) ?? taken(managers, first))?.set ?? noFields];
      together.set(bucket, sets);
    }
    sets.push(ownership.set);
    if (bucket !== id) managers.delete(id);
    managers.set(bucket, ownership); // the loop at the end of the function sets the merged fields
    left--;
    const time = managed.times.get(id);
    if (time === undefined) times.delete(bucket);
    else times.set(bucket, time); // `ancient-changes` gets the time of the newest merged write
  }
  for (const [bucket, sets] of together) {
    const ownership = managers.get(bucket);
    if (ownership !== undefined) managers.set(bucket, { ...ownership, set: unionOf(sets) });
  }
  return { managers, times };
}

const maxUpdaters = 10;

function oldestFirst(ids: readonly ManagerId[], { times }: Managed): readonly ManagerId[] {
  return [...ids].sort(
    (a, b) => secondsOf(times.get(a)) - secondsOf(times.get(b)) || (a < b ? -1 : a > b ? 1 : 0),
  );
}

function taken(managers: Map<ManagerId, Ownership>, id: ManagerId): Ownership | undefined {
  const ownership = managers.get(id);
  managers.delete(id);
  return ownership;
}
