/** Freezes a value and all nested values. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member as unknown);
  }
  return value;
}

/**
 * Returns a frozen copy of a value. The copy is made through JSON, like an object from a real server. The
 * given value is not frozen.
 */
export function frozenCopy<T>(value: T): T {
  return frozen(JSON.parse(JSON.stringify(value)) as T);
}
