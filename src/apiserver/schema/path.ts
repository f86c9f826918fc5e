import { copyOf } from '../../objects/index.ts';

/** Where a value stands, for messages: `spec.items[0].name`; the empty string is the object itself. */
export type FieldPath = string;

/** Characters: a name can have 3 million, and each of 20,000 fields in that object has a path of its own. */
export const longestPath = 1_000;

/** A path, of which at most 1,000 characters are kept. */
export function cutPath(path: FieldPath): FieldPath {
  return path.length <= longestPath ? path : copyOf(path.slice(0, longestPath));
}

/**
 * A member of what stands at a path; its name is shown as it is, dots and all, as the real server does. A path of more than
 * 1,000 characters is cut.
 */
export function memberOf(path: FieldPath, name: string): FieldPath {
  return below(path, path === '' ? '' : '.', name, '');
}

/** An entry of the map at a path: `data[key]`. */
export function entryOf(path: FieldPath, name: string): FieldPath {
  return below(path, '[', name, ']');
}

/** The schema of a property of the schema at a path: `….properties[name]`. */
export function propertyOf(path: FieldPath, name: string): FieldPath {
  return entryOf(memberOf(path, 'properties'), name);
}

/** An item of the list at a path. */
export function itemOf(path: FieldPath, index: number): FieldPath {
  return path.length >= longestPath ? path : `${path}[${index}]`;
}

/** Only as much of the name is read as the path has room for: thousands of paths may have the same long name. */
function below(path: FieldPath, before: string, name: string, after: string): FieldPath {
  if (path.length >= longestPath) return path;
  const start = path + before;
  return start.length + name.length + after.length <= longestPath
    ? start + name + after
    : start + copyOf(name.slice(0, longestPath - start.length));
}
