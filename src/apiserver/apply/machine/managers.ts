import type { FieldSet } from './field-set.ts';

/** The fields that one manager owns. */
export interface Ownership {
  readonly set: FieldSet;
  /** The version whose schema names the fields. */
  readonly apiVersion: string;
  /** True if the manager applied the fields. Then a later apply removes the fields that it omits. */
  readonly applied: boolean;
}

/** The identity of a manager: its name, operation, version and subresource. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** Only for updates: an applier keeps its identity from one version to another. */
  readonly apiVersion?: string;
  readonly subresource?: string;
}

/** An identity as a key. */
export type ManagerId = string;

/** The fields of each manager. */
export type Managers = ReadonlyMap<ManagerId, Ownership>;

/** The fields of each manager, and the times of the managers' last writes. */
export interface Managed {
  readonly managers: Managers;
  readonly times: ReadonlyMap<ManagerId, string>;
}

export const noManagers: Managed = { managers: new Map(), times: new Map() };

/** Returns the key of an identity: its JSON, as in kube-apiserver, because kube-apiserver sorts by this text. */
export function managerId({
  manager,
  operation,
  apiVersion = '',
  subresource = '',
}: ManagerIdentity): ManagerId {
  return JSON.stringify({
    ...(manager === '' ? {} : { manager }),
    operation,
    ...(apiVersion === '' || operation === 'Apply' ? {} : { apiVersion }),
    ...(subresource === '' ? {} : { subresource }),
  });
}

/** Parses the identity in a key. */
export function identityOf(id: ManagerId): ManagerIdentity {
  const { manager = '', ...rest } = JSON.parse(id) as Partial<ManagerIdentity>;
  return { operation: 'Update', ...rest, manager };
}
