type SetEntry = (this: Map<unknown, unknown>, key: unknown, value: unknown) => Map<unknown, unknown>;

/** Counts the calls of `Map.set` within a call. A copy of a Map counts as one write for each entry. */
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
