type SetEntry = (this: Map<unknown, unknown>, key: unknown, value: unknown) => Map<unknown, unknown>;

/** Counts how often the given function calls `Map.set`. A copy of a Map counts as one write for each entry. */
export function countMapWrites(call: () => void): number {
  const set = Reflect.get(Map.prototype, 'set') as SetEntry;
  let writes = 0;
  Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    writes++;
    return set.call(this, key, value);
  };
  try {
    call();
  } finally {
    Map.prototype.set = set;
  }
  return writes;
}
