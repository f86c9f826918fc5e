import { fieldScope } from '../apply/field-scope.ts';
import { updatedManagedFields } from '../apply/update-managed-fields.ts';
import { omit, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { RegistryContext } from './context.ts';
import type { ObjectInput } from './object-input.ts';

/** The facts of a write that determine the managed fields. */
interface Ownership {
  readonly fieldManager?: string;
  readonly subresource?: string;
  /** Whether an apply has already set the managed fields. If true, the fields are not computed again. */
  readonly applied?: boolean;
}

/** Returns the object with the managed fields that it has after the write. */
export function ownedBy(
  context: RegistryContext,
  resource: Resource,
  existing: StoredObject | undefined,
  object: ObjectInput,
  { fieldManager, subresource = '', applied = false }: Ownership,
): ObjectInput {
  if (applied) return object;
  const scope = fieldScope(context, resource, subresource);
  const managedFields = updatedManagedFields(scope, existing, object, fieldManager);
  const metadata = omit(object.metadata, 'managedFields');
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}
