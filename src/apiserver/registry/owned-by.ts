import { fieldScope } from '../apply/field-scope.ts';
import { updatedManagedFields } from '../apply/update-managed-fields.ts';
import { omit, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { RegistryContext } from './context.ts';
import type { ObjectInput } from './object-input.ts';

/** The data about a write that determines the managed fields of the object. */
interface Ownership {
  readonly fieldManager?: string;
  readonly subresource?: string;
  /**
   * Whether the object is the result of a server-side apply. If true, the managed fields of the object are already
   * complete.
   */
  readonly applied?: boolean;
}

/** Returns an object with the managed fields that it has after a write. */
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
