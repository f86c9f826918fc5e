import { isRecord } from '../../objects/index.ts';
import { metadataOf } from '../apply/update-managed-fields.ts';
import { isSame, omit, type StoredObject } from '../json.ts';
import type { ObjectInput } from './object-input.ts';

/**
 * Returns the object with its old managed fields if a write would change only the times in the managed fields. So the
 * server stores nothing for such a write.
 */
export function withOldTimes(existing: StoredObject, next: ObjectInput): ObjectInput {
  const before = metadataOf(existing)['managedFields'];
  const after = next.metadata['managedFields'];
  if (before === after || !isSame(withoutTimes(before), withoutTimes(after))) return next;
  const metadata = { ...next.metadata, managedFields: before };
  return isSame({ ...next, metadata }, existing) ? { ...next, metadata } : next;
}

function withoutTimes(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  return entries.map((entry: unknown) => (isRecord(entry) ? omit(entry, 'time') : entry));
}
