import { difference, fieldSet, isEmptySet } from './machine/field-set.ts';
import type { ManagerId, Managers } from './machine/managers.ts';
import { fieldElement } from './machine/path-element.ts';

/**
 * Removes fields from the set of a field manager: the name, the type, and the fields that only the server writes. No
 * manager can own these fields. Works like `stripMetaManager` in kube-apiserver.
 */
export function stripped(managers: Managers, id: ManagerId): Managers {
  const ownership = managers.get(id);
  if (ownership === undefined) return managers;
  const result = new Map(managers);
  const set = difference(ownership.set, unownedFields);
  if (isEmptySet(set)) result.delete(id);
  else result.set(id, { ...ownership, set });
  return result;
}

const metadata = fieldElement('metadata');

const unownedFields = fieldSet(
  [fieldElement('apiVersion')],
  [fieldElement('kind')],
  [metadata],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => [metadata, fieldElement(name)]),
);
