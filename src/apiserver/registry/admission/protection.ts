import { type Json, recordAt } from '../../json.ts';
import type { Admission } from './admission.ts';

/**
 * The admission plugin `StorageObjectInUseProtection`: adds a finalizer to a new object. In a real cluster, a
 * controller removes the finalizer when no other object uses the object.
 */
export function protectedBy(finalizer: string): Admission {
  return (object, { existing }) => {
    const metadata = recordAt(object, 'metadata');
    const given: readonly unknown[] = Array.isArray(metadata['finalizers']) ? metadata['finalizers'] : [];
    if (existing !== undefined || given.includes(finalizer)) return object;
    return { ...object, metadata: { ...metadata, finalizers: [...given, finalizer] } } satisfies Json;
  };
}
