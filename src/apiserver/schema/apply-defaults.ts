import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { maxValues } from '../json-size.ts';
import { Refusal } from '../status/refusal.ts';
import { tooManyValues } from '../status/refusals.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Fills in the defaults of a schema, also inside a value that comes from a default. A `null` that the schema does not
 * allow counts as absent: the default replaces it, or it is removed. Follows apiextensions' `defaulting/algorithm.go`
 * and `prunenulls.go`. Returns the same object if nothing is missing.
 *
 * @throws Refusal 413 if the filled object has more than `most` values
 */
export function applyDefaults(
  schema: Schema,
  object: Json,
  { keepsNulls = false, most = maxValues }: DefaultsOptions = {},
): Json {
  return ofObject(schema, object, { keepsNulls, most, values: 0 });
}

/**
 * Fills in the defaults of a stored object by its current definition. An object that would exceed the limits stays
 * unchanged.
 */
export function applyDefaultsToStored(schema: Schema, object: Json): Json {
  return filledWithinLimits(schema, object) ?? object;
}

/**
 * Fills in the defaults of an object that replaces a stored object, as reads fill in the stored object. If the stored
 * object is too large for its defaults, the new object may lack them too.
 *
 * @throws Refusal 413 if only the new object is too large
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

/** Options of {@link applyDefaults}. */
interface DefaultsOptions {
  /** Whether a `null` without a default stays, as in the result of an apply. Default: no. */
  readonly keepsNulls?: boolean;
  /** The most members and items, including the added ones. Default: as many as a new object may have. */
  readonly most?: number;
}

/** The most values of a stored object with its defaults. The object must stay readable when its definition changes. */
const maxStoredValues = 4 * maxValues;

/** One call of {@link applyDefaults}, and the number of values that it has counted. */
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

/** Fills in the items of a list. Never removes an item, because the position of an item counts. */
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
 * Returns the properties with a default. A schema may have thousands of other properties, and may apply to thousands of
 * values.
 */
function defaultsOf(schema: Schema): readonly Property[] {
  const known = defaultsBySchema.get(schema);
  if (known !== undefined) return known;
  const defaults = Object.entries(schema.properties ?? {}).filter(([, inner]) => inner.default !== undefined);
  defaultsBySchema.set(schema, defaults);
  return defaults;
}

type Property = readonly [name: string, schema: Schema];

/** A cache. A schema never changes. */
const defaultsBySchema = new WeakMap<Schema, readonly Property[]>();

/** Returns whether a value is a `null` that the schema does not allow. */
function isVacant(schema: Schema | undefined, value: unknown): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
