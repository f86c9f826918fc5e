import { copyOf } from '../../objects/index.ts';

/**
 * The path of a value in error messages, such as `spec.items[0].name`. The path of the object itself is the empty
 * string.
 */
export type FieldPath = string;

/**
 * The maximum number of characters of a field path in an error message. A name may have 3 million characters, and an
 * object may have 20,000 errors inside the member with this name. Without the limit, each error would contain the whole
 * name.
 */
export const longestPath = 1_000;

/** Shortens a field path to 1,000 characters. */
export function cutPath(path: FieldPath): FieldPath {
  return path.length <= longestPath ? path : copyOf(path.slice(0, longestPath));
}

/**
 * Returns the path of a member, such as `spec.replicas`. As in the kube-apiserver, dots in the name of the member are
 * not escaped. The path is shortened to 1,000 characters.
 */
export function memberOf(path: FieldPath, name: string): FieldPath {
  return below(path, path === '' ? '' : '.', name, '');
}

/** Returns the path of a map entry, such as `data[key]`. */
export function entryOf(path: FieldPath, name: string): FieldPath {
  return below(path, '[', name, ']');
}

/** Returns the path of a property inside the schema of a CRD. The path ends with `properties[name]`. */
export function propertyOf(path: FieldPath, name: string): FieldPath {
  return entryOf(memberOf(path, 'properties'), name);
}

/** Returns the path of a list item, such as `spec.items[0]`. */
export function itemOf(path: FieldPath, index: number): FieldPath {
  return path.length >= longestPath ? path : `${path}[${index}]`;
}

/**
 * Appends a name to a field path. Only the part of the name that fits into the path is copied, because thousands of
 * paths may contain the same long name.
 */
function below(path: FieldPath, before: string, name: string, after: string): FieldPath {
  if (path.length >= longestPath) return path;
  const start = path + before;
  return start.length + name.length + after.length <= longestPath
    ? start + name + after
    : start + copyOf(name.slice(0, longestPath - start.length));
}
