import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, own, type StoredObject } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import { memberSchema } from '../schema/subschema.ts';
import { type Violation, violations } from '../schema/validate.ts';
import type { FieldError } from '../status/invalid.ts';

/**
 * What is wrong with a custom resource by its schema. On an update what was wrong before and has not changed is let
 * pass, so that a stricter schema does not lock its objects up (the real server's ratcheting).
 */
export function instanceErrors(
  schema: Schema,
  object: Json,
  existing: StoredObject | undefined,
): readonly FieldError[] {
  return violations(schema, object)
    .filter(({ names }) => existing === undefined || !isUnchanged(schema, object, existing, names))
    .map(({ error }) => error);
}

/**
 * Whether the value at a place is the same in both. Of a list only the items of a map can be told from each other; of
 * others the whole list must be the same.
 */
function isUnchanged(
  schema: Schema | undefined,
  value: unknown,
  old: unknown,
  [name, ...more]: Violation['names'],
): boolean {
  if (name === undefined) return isSame(value, old);
  if (Array.isArray(value)) {
    if (!Array.isArray(old) || schema?.['x-kubernetes-list-type'] !== 'map') return isSame(value, old);
    const item: unknown = value[Number(name)];
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    const before: unknown = old.find((one) =>
      keys.every((key) => isSame(member(one, key), member(item, key))),
    );
    return before !== undefined && isUnchanged(schema.items, item, before, more);
  }
  if (!isRecord(old) || !Object.hasOwn(old, name)) return false;
  return isUnchanged(schema && memberSchema(schema, name), member(value, name), old[name], more);
}

const member = (value: unknown, name: string): unknown => (isRecord(value) ? own(value, name) : undefined);
