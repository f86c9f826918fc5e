import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { mostValues } from '../json-size.ts';
import { Refusal } from '../status/refusal.ts';
import { tooManyValues } from '../status/refusals.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Fills in the defaults of a schema, those inside what a default brings too. A `null` where none may be counts as
 * nothing: it makes way for the default, or goes. Follows apiextensions' `defaulting/algorithm.go` and `prunenulls.go`.
 * What lacks nothing is given back as it is, the same object.
 *
 * @throws Refusal 413 where the filled object has more than `most` values
 */
export function applyDefaults(
  schema: Schema,
  object: Json,
  { keepsNulls = false, most = mostValues }: DefaultsOptions = {},
): Json {
  return ofObject(schema, object, { keepsNulls, most, values: 0 });
}

/**
 * The same of an object that is stored already, as its definition says now. An object that would grow beyond the limits stays
 * as it is.
 */
export function applyDefaultsToStored(schema: Schema, object: Json): Json {
  return filledWithinLimits(schema, object) ?? object;
}

/**
 * The same of an object that is to replace a stored one, as reads show that one: where the stored one is too large for its
 * defaults, the other may lack them too.
 *
 * @throws Refusal 413 where only the new object is too large
 */
export function applyDefaultsToUpdate(
  schema: Schema,
  object: Json,
  existing: Json,
  { keepsNulls = false }: DefaultsOptions = {},
): Json {
  try {
    return applyDefaults(schema, object, { keepsNulls, most: mostStoredValues });
  } catch (error) {
    if (error instanceof Refusal && filledWithinLimits(schema, existing) === undefined) return object;
    throw error;
  }
}

function filledWithinLimits(schema: Schema, object: Json): Json | undefined {
  try {
    return applyDefaults(schema, object, { most: mostStoredValues });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** How {@link applyDefaults} fills in. */
interface DefaultsOptions {
  /** Whether a `null` that no default makes way for stays, as in what was applied. Default: no. */
  readonly keepsNulls?: boolean;
  /** Members and items, those that it adds included. Default: as many as a new object may have. */
  readonly most?: number;
}

/** Of an object that was written: it stays readable, whatever becomes of its definition. */
const mostStoredValues = 4 * mostValues;

/** One call of {@link applyDefaults}, and what it has looked at. */
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

/** In a list nothing goes: its items have a place. */
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

/** The properties that have a default. A schema may have thousands of others, and be that of thousands of values. */
function defaultsOf(schema: Schema): readonly Property[] {
  const known = defaultsBySchema.get(schema);
  if (known !== undefined) return known;
  const defaults = Object.entries(schema.properties ?? {}).filter(([, inner]) => inner.default !== undefined);
  defaultsBySchema.set(schema, defaults);
  return defaults;
}

type Property = readonly [name: string, schema: Schema];

/** A cache: a schema never changes. */
const defaultsBySchema = new WeakMap<Schema, readonly Property[]>();

/** A `null` that the schema does not allow. */
function isVacant(schema: Schema | undefined, value: unknown): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
