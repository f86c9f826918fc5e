import type { Resource } from '../resources/resource.ts';
import { definitionSchema } from '../schema/built-in-schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { Atom } from './machine/atom.ts';
import { atomOf } from './machine/atom-of.ts';

/**
 * Returns the merge rules of a resource. If the resource has no schema, maps are merged member by member, and lists are
 * atomic.
 */
export function objectAtom({ builtIn, schema }: Pick<Resource, 'builtIn' | 'schema'>): Atom {
  if (builtIn && schema !== undefined) return atomOf(schema);
  const known = custom.get(schema ?? open);
  if (known !== undefined) return known;
  const atom = atomOf(wholeObject(schema ?? open));
  custom.set(schema ?? open, atom);
  return atom;
}

const open: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const custom = new WeakMap<Schema, Atom>();

/**
 * Adds the members that every object has: `apiVersion`, `kind` and `metadata`. The added members replace the members of
 * the same name in the schema.
 */
function wholeObject(schema: Schema): Schema {
  return {
    ...schema,
    properties: {
      ...schema.properties,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: definitionSchema('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'),
    },
  };
}
