/** Freezes a value and all in it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member as unknown);
  }
  return value;
}

/** A frozen copy, as it would be after it went over the wire: what was given stays its owner's. */
export function frozenCopy<T>(value: T): T {
  return frozen(JSON.parse(JSON.stringify(value)) as T);
}
