import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { objectMeta } from './object-meta.ts';
import { type FieldPath, itemOf, memberOf } from './path.ts';
import type { Schema } from './schema.ts';
import { hasMember, memberSchema } from './subschema.ts';

/** An object whose unknown members were removed, and the paths of the removed members. */
export interface Pruned {
  readonly object: Json;
  readonly unknown: readonly FieldPath[];
}

/**
 * Removes the members of an object that a CRD schema does not contain, except for members under
 * `x-kubernetes-preserve-unknown-fields`. In the object and in embedded objects, `kind`, `apiVersion` and `metadata`
 * always stay. Inside `metadata`, the members of `ObjectMeta` stay. The function follows `pruning/algorithm.go` of
 * apiextensions. If nothing is removed, returns the same object.
 */
export function prune(schema: Schema, object: Json): Pruned {
  const unknown: FieldPath[] = [];
  return { object: pruneObject({ schema, whole: true, unknown, path: '' }, object), unknown };
}

/** Removes the unknown members of a value inside an object, such as a default. */
export function pruneUnder(
  schema: Schema,
  value: unknown,
): { readonly value: unknown; readonly unknown: readonly FieldPath[] } {
  const unknown: FieldPath[] = [];
  return { value: pruneValue(under(schema, unknown, ''), value), unknown };
}

interface Task {
  /**
   * The schema of the value. If `undefined`, the schema does not describe the value, and all members of objects in the
   * value are removed.
   */
  readonly schema: Schema | undefined;
  /** Whether the value is a whole object, which has `kind`, `apiVersion` and `metadata`. */
  readonly whole: boolean;
  readonly unknown: FieldPath[];
  readonly path: FieldPath;
}

function pruneValue(task: Task, value: unknown): unknown {
  if (Array.isArray(value)) return pruneList(task, value);
  return isRecord(value) ? pruneObject(task, value) : value;
}

function pruneList({ schema, unknown, path }: Task, list: readonly unknown[]): readonly unknown[] {
  // If the schema allows unknown fields and does not describe the items of a list, the items stay unchanged.
  if (schema?.['x-kubernetes-preserve-unknown-fields'] === true && schema.items === undefined) return list;
  // Only objects and lists need a task. A list may have thousands of texts or numbers, so no task is created for texts
  // and numbers.
  const items = list.map((item, at) =>
    typeof item === 'object' ? pruneValue(under(schema?.items, unknown, itemOf(path, at)), item) : item,
  );
  return items.every((item, at) => item === list[at]) ? list : items;
}

function pruneObject({ schema, whole, unknown, path }: Task, object: Json): Json {
  const keepsUnknown = schema?.['x-kubernetes-preserve-unknown-fields'] === true;
  let changed = false;
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    if (whole && ofAll.has(name)) {
      const inner = { schema: objectMeta, whole: false, unknown, path: memberOf(path, name) };
      const kept = name === 'metadata' ? pruneValue(inner, value) : value;
      if (kept !== value) changed = true;
      members.push([name, kept]);
      continue;
    }
    if (schema === undefined || !hasMember(schema, name)) {
      if (keepsUnknown) members.push([name, value]);
      else {
        unknown.push(memberOf(path, name));
        changed = true;
      }
      continue;
    }
    const inner = under(memberSchema(schema, name), unknown, memberOf(path, name));
    const pruned = pruneValue(inner, value);
    if (pruned !== value) changed = true;
    members.push([name, pruned]);
  }
  return changed ? Object.fromEntries(members) : object;
}

/**
 * Creates the task for a value inside another value: the schema and the path of the value. An object spread is avoided,
 * because V8 executes a spread many times slower after it has processed objects of many shapes at the same place in the
 * code.
 */
function under(schema: Schema | undefined, unknown: Task['unknown'], path: FieldPath): Task {
  return { schema, whole: schema?.['x-kubernetes-embedded-resource'] === true, unknown, path };
}

const ofAll: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);
