import { own } from '../../json.ts';
import { definitionNameOf } from '../../schema/built-in-schema.ts';
import type { Schema } from '../../schema/schema.ts';
import type { Atom, ListAtom, MapAtom, Scalar } from './atom.ts';

/**
 * Converts an OpenAPI schema to the merge rules of server-side apply, as `schemaconv` in kube-openapi does. The
 * function converts each schema once. The function converts the members of a schema on first read, because a schema can
 * be recursive.
 *
 * @param preserve - `true` if the value and its descendants may have members that the schema does not name
 */
export function atomOf(schema: Schema, preserve = false): Atom {
  const keeps = preserve || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const known = keeps ? keeping : strict;
  let atom = known.get(schema);
  if (atom === undefined) {
    atom = made(schema, keeps);
    known.set(schema, atom);
  }
  return atom;
}

const strict = new WeakMap<Schema, Atom>();
const keeping = new WeakMap<Schema, Atom>();

function made(schema: Schema, preserve: boolean): Atom {
  if (definitionNameOf(schema) === rawExtension) return anyAtom;
  switch (schema.type) {
    case 'object':
      return { map: mapOf(schema, preserve) };
    case 'array':
      return { list: listOf(schema, preserve) };
    case 'integer':
    case 'number':
      return { scalar: 'numeric' };
    case 'boolean':
      return { scalar: 'boolean' };
    case 'string':
      return { scalar: textScalar(schema.format) };
    default:
      return { scalar: 'untyped', list: listOf(schema, preserve), map: mapOf(schema, preserve) };
  }
}

/** The type of a field that contains an object of any kind. */
const rawExtension = 'io.k8s.apimachinery.pkg.runtime.RawExtension';

const textScalar = (format: string | undefined): Scalar =>
  format === undefined || format === '' || format === 'byte' ? 'string' : 'untyped';

function mapOf(schema: Schema, preserve: boolean): MapAtom {
  const { properties = {}, additionalProperties } = schema;
  const fields = {};
  for (const name of Object.keys(properties)) {
    lazily(fields, name, () => atomOf(properties[name] ?? {}, preserve));
  }
  const map = { atomic: schema['x-kubernetes-map-type'] === 'atomic', fields, others: undefined };
  if (typeof additionalProperties === 'object') {
    return lazily(map, 'others', () => atomOf(additionalProperties, preserve));
  }
  const open = additionalProperties ?? (preserve || Object.keys(properties).length === 0);
  return open ? { ...map, others: deducedAtom } : map;
}

function listOf(schema: Schema, preserve: boolean): ListAtom {
  const { items } = schema;
  const relation = relationOf(schema);
  const keyDefaults = Object.fromEntries(
    (relation.keys ?? []).flatMap((key) => {
      const { default: value } = own(items?.properties ?? {}, key) ?? {};
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const list = {
    atomic: relation.keys === undefined,
    keys: relation.keys ?? [],
    keyDefaults,
    items: anyAtom,
  };
  return items === undefined ? list : lazily(list, 'items', () => atomOf(items, preserve));
}

/**
 * Returns the keys that identify an item in a list. The keys are `undefined` for an atomic list, and empty for a set.
 */
function relationOf(schema: Schema): { readonly keys: readonly string[] | undefined } {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return { keys: [] };
    case 'map':
      return { keys: schema['x-kubernetes-list-map-keys'] ?? [] };
    case 'atomic':
      return { keys: undefined };
  }
  const strategy = schema['x-kubernetes-patch-strategy'];
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return { keys: undefined };
  const key = schema['x-kubernetes-patch-merge-key'];
  return { keys: key === undefined ? [] : [key] };
}

/** Defines a member whose value is computed on first read. */
function lazily<T extends object>(target: T, name: string, make: () => Atom): T {
  let atom: Atom | undefined;
  Object.defineProperty(target, name, {
    get: () => (atom ??= make()),
    enumerable: true,
    configurable: true,
  });
  return target;
}

/** The merge rules of a value of any type. An apply replaces the value as a whole. */
const anyAtom: Atom = (() => {
  const atom = { scalar: 'untyped' as const };
  const list = lazily({ atomic: true, keys: [], keyDefaults: {}, items: atom }, 'items', () => anyAtom);
  const map = lazily({ atomic: true, fields: {}, others: undefined }, 'others', () => anyAtom);
  return { ...atom, list, map };
})();

/** The merge rules of a value without a schema. Maps are merged member by member, and lists are atomic. */
export const deducedAtom: Atom = (() => {
  const map = lazily({ atomic: false, fields: {}, others: undefined }, 'others', () => deducedAtom);
  return { ...anyAtom, map };
})();
