import { copyOf } from '../../objects/index.ts';

/** The path of a value in messages: `spec.items[0].name`. The empty string is the object itself. */
export type FieldPath = string;

/**
 * The most characters of a path. A name can have 3 million characters, and each of 20,000 fields below it has its own
 * path.
 */
export const longestPath = 1_000;

/** Shortens a path to 1,000 characters. */
export function cutPath(path: FieldPath): FieldPath {
  return path.length <= longestPath ? path : copyOf(path.slice(0, longestPath));
}

/**
 * Returns the path of a member. As in the real server, dots in its name stay. The path is shortened to 1,000
 * characters.
 */
export function memberOf(path: FieldPath, name: string): FieldPath {
  return below(path, path === '' ? '' : '.', name, '');
}

/** Returns the path of an entry of a map: `data[key]`. */
export function entryOf(path: FieldPath, name: string): FieldPath {
  return below(path, '[', name, ']');
}

/** Returns the path of the schema of a property: `….properties[name]`. */
export function propertyOf(path: FieldPath, name: string): FieldPath {
  return entryOf(memberOf(path, 'properties'), name);
}

/** Returns the path of an item of a list. */
export function itemOf(path: FieldPath, index: number): FieldPath {
  return path.length >= longestPath ? path : `${path}[${index}]`;
}

/** Reads only the part of the name that fits into the path, because thousands of paths may have the same long name. */
function below(path: FieldPath, before: string, name: string, after: string): FieldPath {
  if (path.length >= longestPath) return path;
  const start = path + before;
  return start.length + name.length + after.length <= longestPath
    ? start + name + after
    : start + copyOf(name.slice(0, longestPath - start.length));
}
