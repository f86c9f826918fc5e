type Json = Readonly<Record<string, unknown>>;

/** The RFC 7396 patch that leads from one JSON object to another; `{}` when they are equal. */
export function mergePatchOf(from: object, to: object): Record<string, unknown> {
  const before = from as Json;
  const after = to as Json;
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(before)) {
    if (after[name] === undefined) patch[name] = null;
  }
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (old === value) continue;
    if (isRecord(old) && isRecord(value)) {
      const inner = mergePatchOf(old, value);
      if (Object.keys(inner).length > 0) patch[name] = inner;
    } else if (JSON.stringify(old) !== JSON.stringify(value)) {
      patch[name] = value;
    }
  }
  return patch;
}

/** What an RFC 7396 patch makes of a JSON value: `null` removes a member, arrays are replaced whole. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applyMergePatch(result[name], value);
  }
  return result;
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
