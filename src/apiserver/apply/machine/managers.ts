import type { FieldSet } from './field-set.ts';

/** The fields that one field manager owns. */
export interface Ownership {
  readonly set: FieldSet;
  /** The API version whose schema contains the names of the fields. */
  readonly apiVersion: string;
  /**
   * `true` if the field manager applied the fields. When the manager applies again, the server removes the fields that
   * the new configuration omits.
   */
  readonly applied: boolean;
}

/** The identity of a field manager: the name, the operation, the version and the subresource. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /**
   * The version of the write. The version is present only for updates, because an applier keeps the same identity in
   * all versions.
   */
  readonly apiVersion?: string;
  readonly subresource?: string;
}

/** The identity of a field manager as JSON text, for use as a key of a map. */
export type ManagerId = string;

/** The field managers of an object, each with the fields that the manager owns. */
export type Managers = ReadonlyMap<ManagerId, Ownership>;

/** The field managers of an object, and the time of the last write of each manager. */
export interface Managed {
  readonly managers: Managers;
  readonly times: ReadonlyMap<ManagerId, string>;
}

export const noManagers: Managed = { managers: new Map(), times: new Map() };

/** Returns the text of an identity. The text is JSON, because kube-apiserver sorts field managers by the same JSON. */
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

/** Parses the identity of a field manager from its text. */
export function identityOf(id: ManagerId): ManagerIdentity {
  const { manager = '', ...rest } = JSON.parse(id) as Partial<ManagerIdentity>;
  return { operation: 'Update', ...rest, manager };
}
