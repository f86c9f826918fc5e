import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { type FieldPath, itemOf, memberOf } from './path.ts';
import type { Schema } from './schema.ts';
import { hasMember, memberSchema } from './subschema.ts';

/** An object without what its schema does not know, and the paths of what that was. */
export interface Pruned {
  readonly object: Json;
  readonly unknown: readonly FieldPath[];
}

/**
 * Takes away the members that a schema does not know, but for those under `x-kubernetes-preserve-unknown-fields`; the
 * `kind`, `apiVersion` and `metadata` of an object, and of one embedded in it, always stay. Follows apiextensions'
 * `pruning/algorithm.go`. What needs no pruning is given back as it is, the same object.
 */
export function prune(schema: Schema, object: Json): Pruned {
  const unknown: FieldPath[] = [];
  return { object: pruneObject({ schema, whole: true, unknown, path: '' }, object), unknown };
}

interface Task {
  /** `undefined`: nothing is known of the value, so no object in it may have a member. */
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
  // A list that may hold anything may do so all the way down.
  if (schema?.['x-kubernetes-preserve-unknown-fields'] === true && schema.items === undefined) return list;
  const items = list.map((item, at) =>
    pruneValue({ ...under(schema?.items), unknown, path: itemOf(path, at) }, item),
  );
  return items.every((item, at) => item === list[at]) ? list : items;
}

function pruneObject({ schema, whole, unknown, path }: Task, object: Json): Json {
  const keepsUnknown = schema?.['x-kubernetes-preserve-unknown-fields'] === true;
  let changed = false;
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    if (whole && ofAll.has(name)) {
      members.push([name, value]);
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
    const inner = { ...under(memberSchema(schema, name)), unknown, path: memberOf(path, name) };
    const pruned = pruneValue(inner, value);
    if (pruned !== value) changed = true;
    members.push([name, pruned]);
  }
  return changed ? Object.fromEntries(members) : object;
}

function under(schema: Schema | undefined): Pick<Task, 'schema' | 'whole'> {
  return { schema, whole: schema?.['x-kubernetes-embedded-resource'] === true };
}

const ofAll: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);
