import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { objectMeta } from './object-meta.ts';
import { type FieldPath, itemOf, memberOf } from './path.ts';
import type { Schema } from './schema.ts';
import { hasMember, memberSchema } from './subschema.ts';

/** An object without unknown members, and the paths of those members. */
export interface Pruned {
  readonly object: Json;
  readonly unknown: readonly FieldPath[];
}

/**
 * Removes the members that a schema does not contain, except those under `x-kubernetes-preserve-unknown-fields`. In an
 * object and in an embedded object, `kind`, `apiVersion` and `metadata` stay whatever the schema contains. `metadata`
 * keeps the members that all metadata may have. Follows apiextensions' `pruning/algorithm.go`. Returns the same object
 * if nothing was removed.
 */
export function prune(schema: Schema, object: Json): Pruned {
  const unknown: FieldPath[] = [];
  return { object: pruneObject({ schema, whole: true, unknown, path: '' }, object), unknown };
}

/** Prunes a value inside an object. */
export function pruneUnder(
  schema: Schema,
  value: unknown,
): { readonly value: unknown; readonly unknown: readonly FieldPath[] } {
  const unknown: FieldPath[] = [];
  return { value: pruneValue(under(schema, unknown, ''), value), unknown };
}

interface Task {
  /** The schema of the value; `undefined`: there is none, so all members of objects in the value are removed. */
  readonly schema: Schema | undefined;
  /** Whether the value is a whole object with a type and metadata. */
  readonly whole: boolean;
  readonly unknown: FieldPath[];
  readonly path: FieldPath;
}

function pruneValue(task: Task, value: unknown): unknown {
  if (Array.isArray(value)) return pruneList(task, value);
  return isRecord(value) ? pruneObject(task, value) : value;
}

function pruneList({ schema, unknown, path }: Task, list: readonly unknown[]): readonly unknown[] {
  // A list that may contain anything may do so at all levels below.
  if (schema?.['x-kubernetes-preserve-unknown-fields'] === true && schema.items === undefined) return list;
  // Creates no task for a text or a number, because a list may have thousands of them.
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
 * Creates a task. Does not spread another object, which takes many times as long once V8 has seen objects of many
 * shapes there.
 */
function under(schema: Schema | undefined, unknown: Task['unknown'], path: FieldPath): Task {
  return { schema, whole: schema?.['x-kubernetes-embedded-resource'] === true, unknown, path };
}

const ofAll: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);
