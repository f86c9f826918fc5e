/** Freezes a value and all nested values. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member as unknown);
  }
  return value;
}

/** Returns a frozen copy, made through JSON as on the wire. Does not freeze the given value. */
export function frozenCopy<T>(value: T): T {
  return frozen(JSON.parse(JSON.stringify(value)) as T);
}
