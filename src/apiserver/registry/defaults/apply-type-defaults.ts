import { isRecord } from '../../../objects/index.ts';
import { type Json, own } from '../../json.ts';
import { definitionNameOf } from '../../schema/built-in-schema.ts';
import { goFieldsOf } from '../../schema/go-fields.ts';
import type { Schema } from '../../schema/schema.ts';
import { memberSchema } from '../../schema/subschema.ts';
import type { TypeDefaults, TypeRule } from './type-defaults.ts';

/**
 * Sets the defaults of the Go types in an object of a built-in kind, first in the object and then in the objects
 * inside. A type may occur several times in an object. If no default is missing, returns the same object.
 *
 * @param schema - the schema of the object
 * @param rules - the defaults of each type. A key is the name of the OpenAPI definition without the prefix
 * `io.k8s.api.`.
 */
export function applyTypeDefaults(schema: Schema, object: Json, rules: TypeDefaults): Json {
  const ruled = rulesOf(schema, rules).reduce<Json>((value, rule) => applied(schema, value, rule), object);
  let changed: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(ruled)) {
    if (typeof value !== 'object' || value === null) continue;
    const inner = memberSchema(schema, name);
    const next = inner === undefined ? value : inside(inner, value, rules);
    if (next === value) continue;
    changed ??= { ...ruled };
    changed[name] = next;
  }
  return changed ?? ruled;
}

function inside(schema: Schema, value: object, rules: TypeDefaults): object {
  if (isRecord(value)) return applyTypeDefaults(schema, value, rules);
  const { items } = schema;
  if (!Array.isArray(value) || items === undefined) return value;
  const given: readonly unknown[] = value;
  const list = given.map((item) => (isRecord(item) ? applyTypeDefaults(items, item, rules) : item));
  return list.every((item, at) => item === given[at]) ? given : list;
}

function rulesOf(schema: Schema, rules: TypeDefaults): readonly TypeRule[] {
  const name = definitionNameOf(schema);
  const found = name === undefined ? undefined : own(rules, name.replace(prefix, ''));
  return found === undefined ? [] : [found].flat();
}

const prefix = 'io.k8s.api.';

/**
 * Sets the defaults of one Go type in an object. A zero value, such as 0, counts as absent, unless the Go field is a
 * pointer.
 */
function applied(schema: Schema, object: Json, rule: TypeRule): Json {
  if (typeof rule === 'function') return rule(object);
  const { pointers } = goFieldsOf(schema);
  const isMissing = (name: string): boolean => {
    const value = object[name];
    return value === undefined || value === null || ((value === '' || value === 0) && !pointers.has(name));
  };
  const missing = Object.entries(rule).filter(([name]) => isMissing(name));
  return missing.length === 0 ? object : { ...object, ...Object.fromEntries(missing) };
}
