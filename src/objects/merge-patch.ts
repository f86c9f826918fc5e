type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the merge patch (RFC 7396) that changes one JSON object into another. For equal objects, the patch
 * is `{}`.
 */
export function mergePatchOf(from: object, to: object): Record<string, unknown> {
  // The function uses Maps, because a label can have the name `constructor`, and an annotation the name
  // `__proto__`.
  const before = new Map<string, unknown>(Object.entries(from));
  const after = new Map<string, unknown>(Object.entries(to));
  const patch = new Map<string, unknown>();

  for (const [name, old] of before) {
    if (old !== undefined && after.get(name) === undefined) patch.set(name, null);
  }
  for (const [name, value] of after) {
    const old = before.get(name);
    if (value === undefined || value === old) continue;
    if (isRecord(old) && isRecord(value)) {
      const inner = mergePatchOf(old, value);
      if (Object.keys(inner).length > 0) patch.set(name, inner);
    } else if (JSON.stringify(old) !== JSON.stringify(value)) {
      patch.set(name, value);
    }
  }
  return Object.fromEntries(patch);
}

/**
 * Applies a merge patch (RFC 7396) to a JSON value: `null` removes a member, and arrays are replaced as a
 * whole.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result = new Map<string, unknown>(isRecord(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, applyMergePatch(result.get(name), value));
  }
  return Object.fromEntries(result);
}

/** Returns whether a value is a JSON object, and not null or an array. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns whether two values are equal as JSON. The order of members does not matter, and an absent member
 * equals `undefined`.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((member, at) => sameJson(member, b[at]));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const names = definedNames(a);
  return (
    names.length === definedNames(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

const definedNames = (value: Json): readonly string[] =>
  Object.keys(value).filter((name) => value[name] !== undefined);
