import { isRecord } from '../../objects/index.ts';
import { type Json, own, recordAt, recordsAt } from '../json.ts';
import { oversize } from '../json-size.ts';
import type { Resource } from '../resources/resource.ts';
import { tooLarge, tooManyValues } from '../status/refusals.ts';

/**
 * Limits the size of a CustomResourceDefinition. The limit is lower than for other objects, because the validation of a
 * CRD reads each value of its schemas many times.
 *
 * @throws Refusal 413
 */
export function checkDefinitionSize({ id }: Resource, object: unknown): void {
  if (id !== 'customresourcedefinitions.apiextensions.k8s.io') return;
  if (oversize(object, maxOfDefinition) === 'too many') throw tooManyValues('definition', maxOfDefinition);
  const spec = isRecord(object) ? recordAt(object, 'spec') : {};
  const versions = recordsAt(spec, 'versions');
  if (versions.length > maxVersions) {
    throw tooLarge(`the definition has more than ${maxVersions} versions`);
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
 * Limits the names in a CRD. Discovery repeats the names for each version, and the server compares each name with the
 * names of all other CRDs.
 *
 * @throws Refusal 413
 */
function checkNames(names: Json, versions: number): void {
  for (const member of ['shortNames', 'categories']) {
    const given = (names[member] ?? []) as unknown;
    if (!Array.isArray(given)) continue;
    if (given.length > maxNames) throw tooLarge(`the definition has more than ${maxNames} ${member}`);
    const size = (given as readonly unknown[]).reduce<number>(
      (sum, name) => sum + (typeof name === 'string' ? name.length : 0),
      0,
    );
    if (size * versions > maxOfNames) {
      const times = `${member} of the definition, times its versions,`;
      throw tooLarge(`the ${times} have more than ${maxOfNames} characters`);
    }
  }
}

/**
 * Limits the columns of a CRD version, because the server evaluates all columns for each row of a table.
 *
 * @throws Refusal 413
 */
function checkColumns(columns: readonly Json[]): void {
  if (columns.length > maxColumns) {
    throw tooLarge(`a version of the definition has more than ${maxColumns} additionalPrinterColumns`);
  }
  if (columns.some(({ jsonPath }) => typeof jsonPath === 'string' && jsonPath.length > maxOfPath)) {
    throw tooLarge(`a jsonPath of the definition has more than ${maxOfPath} characters`);
  }
}

/**
 * Limits `x-kubernetes-list-map-keys` in the schemas of a CRD. The server compares the items of a list by all keys. If
 * an item lacks a key, the server uses the default of the key.
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
  if (keys.length > maxKeys) {
    throw tooLarge(`a list in the definition has more than ${maxKeys} x-kubernetes-list-map-keys`);
  }
  const properties = recordAt(recordAt(schema, 'items'), 'properties');
  const size = (keys as readonly unknown[]).reduce<number>((sum, key) => {
    if (typeof key !== 'string') return sum;
    const value = recordOf(own(properties, key))['default'];
    return sum + key.length + (typeof value === 'string' ? value.length : 0);
  }, 0);
  if (size > maxOfKeys) {
    const keysAndDefaults = 'x-kubernetes-list-map-keys of a list in the definition, with their defaults,';
    throw tooLarge(`the ${keysAndDefaults} have more than ${maxOfKeys} characters`);
  }
}

const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});

/**
 * The maximum number of versions of a CRD. Real CRDs have up to about 20 versions. Each version is a separate resource.
 */
const maxVersions = 100;

/**
 * The maximum number of short names of a CRD, and the maximum number of its categories. Real CRDs have fewer than ten
 * of each.
 */
const maxNames = 100;

/** The maximum number of characters in all names of a CRD, multiplied by the number of its versions. */
const maxOfNames = 100_000;

/** The maximum number of columns of a CRD version. Large CRDs have ten columns. */
const maxColumns = 100;

/** The maximum number of characters in the `jsonPath` of a CRD column. */
const maxOfPath = 1_000;

/**
 * The maximum number of `x-kubernetes-list-map-keys` of a list. In the built-in kinds, a list has at most two such
 * keys.
 */
const maxKeys = 32;

/**
 * The maximum number of characters in the `x-kubernetes-list-map-keys` of a list, including the defaults of the keys.
 */
const maxOfKeys = 1_000;

/** The maximum number of JSON values in a CRD. The largest known CRD has 17,824 values. */
const maxOfDefinition = 20_000;
