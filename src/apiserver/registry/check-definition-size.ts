import { isRecord } from '../../objects/index.ts';
import { type Json, own, recordAt, recordsAt } from '../json.ts';
import { oversize } from '../json-size.ts';
import type { Resource } from '../resources/resource.ts';
import { tooLarge, tooManyValues } from '../status/refusals.ts';

/**
 * Limits the size of a definition of custom resources. Its values cost more than those of other objects, because many
 * rules read its schemas.
 *
 * @throws Refusal 413
 */
export function checkDefinitionSize({ id }: Resource, object: unknown): void {
  if (id !== 'customresourcedefinitions.apiextensions.k8s.io') return;
  if (oversize(object, mostOfDefinition) === 'too many') throw tooManyValues('definition', mostOfDefinition);
  const spec = isRecord(object) ? recordAt(object, 'spec') : {};
  const versions = recordsAt(spec, 'versions');
  if (versions.length > mostVersions) {
    throw tooLarge(`the definition has more than ${mostVersions} versions`);
  }
  checkNames(recordAt(spec, 'names'), versions.length);
  const status = isRecord(object) ? recordAt(object, 'status') : {};
  checkNames(recordAt(status, 'acceptedNames'), versions.length);
  for (const version of versions) {
    checkColumns(recordsAt(version, 'additionalPrinterColumns'));
    checkListKeys(recordAt(version, 'schema'));
  }
}

/**
 * Limits the names of a definition. Discovery repeats the names for each version, and each name is compared with the
 * names of the other definitions.
 *
 * @throws Refusal 413
 */
function checkNames(names: Json, versions: number): void {
  for (const member of ['shortNames', 'categories']) {
    const given = (names[member] ?? []) as unknown;
    if (!Array.isArray(given)) continue;
    if (given.length > mostNames) throw tooLarge(`the definition has more than ${mostNames} ${member}`);
    const size = (given as readonly unknown[]).reduce<number>(
      (sum, name) => sum + (typeof name === 'string' ? name.length : 0),
      0,
    );
    if (size * versions > mostOfNames) {
      const times = `${member} of the definition, times its versions,`;
      throw tooLarge(`the ${times} have more than ${mostOfNames} characters`);
    }
  }
}

/**
 * Limits the columns of a version. Each row of a table evaluates all columns.
 *
 * @throws Refusal 413
 */
function checkColumns(columns: readonly Json[]): void {
  if (columns.length > mostColumns) {
    throw tooLarge(`a version of the definition has more than ${mostColumns} additionalPrinterColumns`);
  }
  if (columns.some(({ jsonPath }) => typeof jsonPath === 'string' && jsonPath.length > mostOfPath)) {
    throw tooLarge(`a jsonPath of the definition has more than ${mostOfPath} characters`);
  }
}

/**
 * Limits the keys of lists. Each item of a list is compared by all keys of the list. A key that an item lacks counts
 * with its default.
 *
 * @throws Refusal 413
 */
function checkListKeys(schema: Json): void {
  const left: unknown[] = [schema];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isRecord(value)) checkKeysOf(value);
    for (const inner of Object.values(value) as readonly unknown[]) left.push(inner);
  }
}

function checkKeysOf(schema: Json): void {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (!Array.isArray(keys)) return;
  if (keys.length > mostKeys) {
    throw tooLarge(`a list in the definition has more than ${mostKeys} x-kubernetes-list-map-keys`);
  }
  const properties = recordAt(recordAt(schema, 'items'), 'properties');
  const size = (keys as readonly unknown[]).reduce<number>((sum, key) => {
    if (typeof key !== 'string') return sum;
    const value = recordOf(own(properties, key))['default'];
    return sum + key.length + (typeof value === 'string' ? value.length : 0);
  }, 0);
  if (size > mostOfKeys) {
    const keysAndDefaults = 'x-kubernetes-list-map-keys of a list in the definition, with their defaults,';
    throw tooLarge(`the ${keysAndDefaults} have more than ${mostOfKeys} characters`);
  }
}

const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});

/** The most versions. Real definitions have up to about 20. Each version is a separate resource. */
const mostVersions = 100;

/** The most short names, and the most categories. Real definitions have fewer than ten. */
const mostNames = 100;

/** The most characters of the names, times the number of versions. */
const mostOfNames = 100_000;

/** The most columns in a version. Large definitions have ten. */
const mostColumns = 100;

/** The most characters in a `jsonPath`. */
const mostOfPath = 1_000;

/** The most keys of a list. The built-in kinds of Kubernetes have two. */
const mostKeys = 32;

/** The most characters of the keys of a list, with their defaults. */
const mostOfKeys = 1_000;

/** The most values of a definition. The largest real definitions have 17,824. */
const mostOfDefinition = 20_000;
