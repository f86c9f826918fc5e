/** JSON of a schema, or of an object. */
export type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonIn = (value: Json, member: string): Json => {
  const found = value[member];
  return isJson(found) ? found : {};
};

/** Which fields a sample has: only the required fields, or all fields up to a depth. */
export type Extent = 'required' | 'all';

/** Objects below this depth have only their required fields, because a full object would have megabytes. */
const deepestFull = 9;

/** Creates an object whose values have the types in a schema. Ignores the patterns, limits and rules of the schema. */
export function sample(schema: Json, extent: Extent, depth = 0): unknown {
  const { type, enum: values, items, nullable, required } = schema;
  if (Array.isArray(values)) return values.find((value) => value !== null) ?? null;
  if (nullable === true && extent === 'required') return null;
  if (schema['x-kubernetes-int-or-string'] === true) return extent === 'all' ? '50%' : 5;
  if (type === undefined) return extent === 'all' ? [{ any: null }] : 'any';
  if (type === 'string') return 'text';
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return type === 'integer' ? 1 : 1.5;
  if (type === 'array') return isJson(items) && extent === 'all' ? [sample(items, extent, depth + 1)] : [];

  const needed = Array.isArray(required) ? (required as readonly string[]) : [];
  const properties = jsonIn(schema, 'properties');
  const fields = Object.entries(properties)
    .filter(([name]) => needed.includes(name) || (extent === 'all' && depth < deepestFull))
    .map(([name, one]) => [name, sample(one as Json, extent, depth + 1)] as const);
  const { additionalProperties } = schema;
  const isUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  return {
    ...(isUnknown ? { 'unknown-field': 1 } : {}),
    ...(isUnknown ? Object.fromEntries(needed.map((name) => [name, 'text'])) : {}),
    ...(isJson(additionalProperties) ? { 'a key': sample(additionalProperties, extent, depth + 1) } : {}),
    ...Object.fromEntries(fields),
    ...(embedded ? { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } } } : {}),
  };
}

/** A change of a sample that makes the sample invalid. */
export type Damage = 'unknown field' | 'wrong type';

/**
 * Returns a copy of a sample with one invalid field. The field is on the deepest possible level of the sample. Returns
 * `undefined` if the schema accepts every value.
 */
export function damaged(schema: Json, value: unknown, damage: Damage): unknown {
  const inner = insideOf(schema, value, damage);
  if (inner !== undefined) return inner;
  if (damage === 'wrong type') return isScalar(schema) ? { wrong: true } : undefined;
  const isClosed =
    schema['type'] === 'object' &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true &&
    schema['x-kubernetes-embedded-resource'] !== true &&
    schema['additionalProperties'] === undefined;
  return isClosed && isJson(value) ? { ...value, notInTheSchema: 1 } : undefined;
}

const isScalar = (schema: Json): boolean =>
  ['string', 'integer', 'number', 'boolean'].includes(String(schema['type']));

/** Returns a copy of a sample in which one member or item is invalid; `undefined` if no member can be invalid. */
function insideOf(schema: Json, value: unknown, damage: Damage): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const item = damaged(jsonIn(schema, 'items'), value[0], damage);
    return item === undefined ? undefined : [item];
  }
  if (!isJson(value)) return undefined;
  const properties = jsonIn(schema, 'properties');
  const additional = jsonIn(schema, 'additionalProperties');
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  for (const [name, member] of Object.entries(value).reverse()) {
    if (embedded && ['apiVersion', 'kind', 'metadata'].includes(name)) continue;
    const own = Object.hasOwn(properties, name) ? jsonIn(properties, name) : additional;
    const changed = damaged(own, member, damage);
    if (changed !== undefined) return { ...value, [name]: changed };
  }
  return undefined;
}
