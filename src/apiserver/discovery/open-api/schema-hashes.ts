import type { Resource } from '../../resources/resource.ts';
import type { Schema } from '../../schema/schema.ts';
import { fingerprint } from '../etag.ts';
import type { GroupVersion } from '../group-versions.ts';
import { version } from '../version.ts';

/**
 * Computes a hash of everything that the documents contain about a group version. Yields after each resource: the first
 * hash of a large schema takes a while, and is cached. The schemas of the built-in kinds never change; a custom
 * resource has its own schema.
 */
export function* groupVersionHashSteps({
  apiVersion,
  resources,
}: GroupVersion): Generator<undefined, string> {
  const facts: unknown[] = [];
  for (const resource of resources) {
    facts.push(factsOf(resource));
    yield undefined;
  }
  return fingerprint([apiVersion, facts]);
}

/** Computes a hash of everything that the documents contain about these group versions. */
export function* hashOfAllSteps(all: readonly GroupVersion[]): Generator<undefined, string> {
  const hashes: string[] = [];
  for (const one of all) hashes.push(yield* groupVersionHashSteps(one));
  return fingerprint(hashes);
}

function factsOf({ resource, kind, listKind, namespaced, subresources, builtIn, schema }: Resource): unknown {
  const names = subresources.map(({ name }) => name);
  return [resource, kind, listKind, namespaced, names, builtIn ? version.gitVersion : schemaHash(schema)];
}

function schemaHash(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  let hash = computed.get(schema);
  if (hash === undefined) {
    hash = fingerprint(schema);
    computed.set(schema, hash);
  }
  return hash;
}

/** A cache. A schema never changes. The entry is collected together with the schema. */
const computed = new WeakMap<Schema, string>();
