import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { maxValues } from '../json-size.ts';
import { Refusal } from '../status/refusal.ts';
import { tooManyValues } from '../status/refusals.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Sets the defaults of a CRD schema in an object, also inside a value that is itself a default. A `null` that the
 * schema does not allow counts as absent: a default replaces the `null`, and without a default the `null` is removed.
 * The function follows `defaulting/algorithm.go` and `prunenulls.go` of apiextensions. If nothing changes, returns the
 * same object.
 *
 * @throws Refusal 413 if the object with its defaults has more values than the option `most` allows
 */
export function applyDefaults(
  schema: Schema,
  object: Json,
  { keepsNulls = false, most = maxValues }: DefaultsOptions = {},
): Json {
  return ofObject(schema, object, { keepsNulls, most, values: 0 });
}

/**
 * Sets the defaults of a stored object by the current CRD. If the object with its defaults would be too large, returns
 * the object without defaults.
 */
export function applyDefaultsToStored(schema: Schema, object: Json): Json {
  return filledWithinLimits(schema, object) ?? object;
}

/**
 * Sets the defaults of an object that replaces a stored object. If both objects are too large with their defaults,
 * returns the new object without defaults, because a read also returns the stored object without defaults.
 *
 * @throws Refusal 413 if only the new object is too large with its defaults
 */
export function applyDefaultsToUpdate(
  schema: Schema,
  object: Json,
  existing: Json,
  { keepsNulls = false }: DefaultsOptions = {},
): Json {
  try {
    return applyDefaults(schema, object, { keepsNulls, most: maxStoredValues });
  } catch (error) {
    if (error instanceof Refusal && filledWithinLimits(schema, existing) === undefined) return object;
    throw error;
  }
}

function filledWithinLimits(schema: Schema, object: Json): Json | undefined {
  try {
    return applyDefaults(schema, object, { most: maxStoredValues });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

interface DefaultsOptions {
  /** Whether a `null` without a default stays in the object. An apply needs this option. The default is false. */
  readonly keepsNulls?: boolean;
  /**
   * The maximum number of members and items in the object with its defaults. The default is the limit for a new object.
   */
  readonly most?: number;
}

/**
 * The maximum number of values in a stored object with its defaults. The limit is higher than for a new object, so that
 * a stored object stays readable after a change of its CRD.
 */
const maxStoredValues = 4 * maxValues;

/** The options of one call of {@link applyDefaults}, and the number of values that the call has counted so far. */
interface Filling {
  readonly keepsNulls: boolean;
  readonly most: number;
  values: number;
}

function countValues(filling: Filling, values: number): void {
  filling.values += values;
  if (filling.values > filling.most) throw tooManyValues('object', filling.most);
}

function ofValue(schema: Schema | undefined, value: unknown, filling: Filling): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return ofList(schema, value, filling);
  return isRecord(value) ? ofObject(schema, value, filling) : value;
}

/**
 * Sets the defaults in the items of a list. A null item without a default stays, because its removal would change the
 * indexes of the other items.
 */
function ofList({ items }: Schema, list: readonly unknown[], filling: Filling): readonly unknown[] {
  countValues(filling, list.length);
  const filled = list.map((item) =>
    ofValue(items, isVacant(items, item) ? (items?.default ?? item) : item, filling),
  );
  return filled.every((item, at) => item === list[at]) ? list : filled;
}

function ofObject(schema: Schema, object: Json, filling: Filling): Json {
  const given = Object.entries(object);
  const defaults = defaultsOf(schema);
  countValues(filling, given.length);
  let changed = false;
  const members: [string, unknown][] = [];
  for (const [name, value] of given) {
    const inner = memberSchema(schema, name);
    const vacated = inner?.default ?? (filling.keepsNulls ? null : undefined);
    const present = isVacant(inner, value) ? vacated : value;
    const filled = ofValue(inner, present, filling);
    if (filled !== value) changed = true;
    if (filled !== undefined) members.push([name, filled]);
  }
  for (const [name, inner] of defaults) {
    if (Object.hasOwn(object, name)) continue;
    countValues(filling, 1);
    members.push([name, ofValue(inner, inner.default, filling)]);
    changed = true;
  }
  return changed ? Object.fromEntries(members) : object;
}

/**
 * Returns the properties of a schema that have a default. The result is cached, because a schema may have thousands of
 * other properties, and may apply to thousands of values.
 */
function defaultsOf(schema: Schema): readonly Property[] {
  const known = defaultsBySchema.get(schema);
  if (known !== undefined) return known;
  const defaults = Object.entries(schema.properties ?? {}).filter(([, inner]) => inner.default !== undefined);
  defaultsBySchema.set(schema, defaults);
  return defaults;
}

type Property = readonly [name: string, schema: Schema];

/** The cache of `defaultsOf`. A cached result stays valid, because a schema never changes. */
const defaultsBySchema = new WeakMap<Schema, readonly Property[]>();

/** Returns whether a value is `null` although the schema does not allow `null`. */
function isVacant(schema: Schema | undefined, value: unknown): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
