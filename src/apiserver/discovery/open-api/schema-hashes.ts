import type { Resource } from '../../resources/resource.ts';
import type { Schema } from '../../schema/schema.ts';
import { fingerprint } from '../etag.ts';
import type { GroupVersion } from '../group-versions.ts';
import { version } from '../version.ts';

/**
 * Computes a hash of all data about a group version in the OpenAPI documents. Yields after each resource, because the
 * first hash of a large schema takes long. The function caches the hash of the schema of a custom resource. The schemas
 * of the built-in kinds never change, so the function hashes the version of the server instead of these schemas.
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

/** Computes a hash of all data about several group versions in the OpenAPI documents. */
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

/**
 * The cached hash of each schema. A schema never changes. The garbage collector of JavaScript removes an entry together
 * with the schema.
 */
const computed = new WeakMap<Schema, string>();
