/**
 * Whether JSON holds a value so that what is parsed again equals it; a member that is `undefined` counts as absent. All
 * that comes off the wire is like that; what a transform or a write by hand made need not be: a Date, a function, a cycle,
 * an array with `undefined` in it.
 */
export function isJson(value: unknown): boolean {
  return isJsonAt(value, 0);
}

/** Deeper than any real object: a cycle ends here, and so does what a hostile server nests. */
const deepest = 500;

function isJsonAt(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < deepest && isJsonTree(value, depth + 1));
    default:
      return false;
  }
}

function isJsonTree(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (const member of value as readonly unknown[]) if (!isJsonAt(member, depth)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  // for-in over plain JSON is half the price of Object.keys.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    // How transforms leave a member out: to keep such an object on the heap would undo all that they save.
    if (member !== undefined && !isJsonAt(member, depth)) return false;
  }
  return true;
}
