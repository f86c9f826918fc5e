import type { FieldSet } from './field-set.ts';

/** What one manager owns. */
export interface Ownership {
  readonly set: FieldSet;
  /** Of the schema that the fields are named by. */
  readonly apiVersion: string;
  /** Whether it came by an apply: what is applied no more goes. */
  readonly applied: boolean;
}

/** A manager, as its name and what it does tell it from others. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** Of updates alone: an applier stays the same from one version to another. */
  readonly apiVersion?: string;
  readonly subresource?: string;
}

/** An identity as a key. */
export type ManagerId = string;

/** Who owns what. */
export type Managers = ReadonlyMap<ManagerId, Ownership>;

/** Who owns what, and since when. */
export interface Managed {
  readonly managers: Managers;
  readonly times: ReadonlyMap<ManagerId, string>;
}

export const nobody: Managed = { managers: new Map(), times: new Map() };

/** The key of an identity: its JSON, as the real server has it, since that is what it sorts by. */
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

/** The identity in a key. */
export function identityOf(id: ManagerId): ManagerIdentity {
  const { manager = '', ...rest } = JSON.parse(id) as Partial<ManagerIdentity>;
  return { operation: 'Update', ...rest, manager };
}
