import { copyOf } from '../copy-of.ts';

/** Where a value stands, for messages: `spec.items[0].name`; the empty string is the object itself. */
export type FieldPath = string;

/** Characters: a name can have 3 million, and each of 20,000 fields in that object has a path of its own. */
const longestPath = 1_000;

/**
 * A member of what stands at a path; its name is shown as it is, dots and all, as the real server does. A path of more than
 * 1,000 characters is cut.
 */
export function memberOf(path: FieldPath, name: string): FieldPath {
  if (path.length >= longestPath) return path;
  const start = path === '' ? '' : `${path}.`;
  return start.length + name.length <= longestPath
    ? start + name
    : start + copyOf(name.slice(0, longestPath - start.length));
}

/** An item of the list at a path. */
export function itemOf(path: FieldPath, index: number): FieldPath {
  return path.length >= longestPath ? path : `${path}[${index}]`;
}
