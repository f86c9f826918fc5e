import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { maxValues } from '../json-size.ts';
import { Refusal } from '../status/refusal.ts';
import { tooManyValues } from '../status/refusals.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Sets the defaults of a schema, also inside a value that comes from a default. A `null` that the schema does not allow
 * counts as an absent value. If there is a default, the default replaces the `null`. If there is no default, the `null`
 * is removed. The function follows `defaulting/algorithm.go` and `prunenulls.go` of apiextensions. If nothing changes,
 * returns the same object.
 *
 * @throws Refusal 413 if the object with its defaults has more than `most` values
 */
export function applyDefaults(
  schema: Schema,
  object: Json,
  { keepsNulls = false, most = maxValues }: DefaultsOptions = {},
): Json {
  return ofObject(schema, object, { keepsNulls, most, values: 0 });
}

/**
 * Sets the defaults of a stored object according to its current definition. If the object with its defaults would
 * exceed the limits, it stays unchanged.
 */
export function applyDefaultsToStored(schema: Schema, object: Json): Json {
  return filledWithinLimits(schema, object) ?? object;
}

/**
 * Sets the defaults of an object that replaces a stored object. If the stored object with its defaults is too large, a
 * read returns it without defaults. In this case the new object may lack the defaults too.
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
  /** Whether a `null` that has no default stays, as in the result of an apply. The default is false. */
  readonly keepsNulls?: boolean;
  /**
   * The maximum number of members and items, including the added members. The default is the maximum for a new object.
   */
  readonly most?: number;
}

/**
 * The maximum number of values of a stored object with its defaults. The maximum is higher than for a new object, so
 * that a stored object stays readable when its definition changes.
 */
const maxStoredValues = 4 * maxValues;

/** The options of one call of {@link applyDefaults}, and the number of values that the call has counted. */
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
 * Sets the defaults in the items of a list. Never removes an item, because the indexes of the other items would change.
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
 * Returns the properties that have a default. The result is cached, because a schema may have thousands of other
 * properties, and may apply to thousands of values.
 */
function defaultsOf(schema: Schema): readonly Property[] {
  const known = defaultsBySchema.get(schema);
  if (known !== undefined) return known;
  const defaults = Object.entries(schema.properties ?? {}).filter(([, inner]) => inner.default !== undefined);
  defaultsBySchema.set(schema, defaults);
  return defaults;
}

type Property = readonly [name: string, schema: Schema];

/** The cache of `defaultsOf`. An entry stays valid, because a schema never changes. */
const defaultsBySchema = new WeakMap<Schema, readonly Property[]>();

/** Returns whether a value is a `null` that the schema does not allow. */
function isVacant(schema: Schema | undefined, value: unknown): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
