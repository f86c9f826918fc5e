import {
  apiVersionOf,
  isRecord,
  type KubeObject,
  type ObjectKey,
  OptionsError,
  REDACTED,
  type Resource,
  splitKey,
} from '../objects/index.ts';
import type { JsonObject } from './machine/answer-reader.ts';

/**
 * Returns the JSON of an object with its `apiVersion` and `kind`. Without `resource`, the object itself has
 * to contain both.
 */
export function bodyOf(of: string, resource: Resource | undefined, object: object): string {
  const given = object as Partial<KubeObject>;
  const apiVersion = resource === undefined ? given.apiVersion : apiVersionOf(resource);
  const kind = resource === undefined ? given.kind : resource.kind;
  for (const [name, expected] of Object.entries({ apiVersion, kind })) {
    const actual: unknown = given[name as 'kind'];
    if (isText(expected) && (actual === undefined || actual === expected)) continue;
    throw new OptionsError(`${of}: ${name}`, actual, expected === undefined ? 'a string' : `'${expected}'`);
  }
  return jsonOf(`${of}: object`, { ...object, apiVersion, kind });
}

/** @throws OptionsError for a value that JSON cannot express */
export function jsonOf(option: string, value: unknown): string {
  try {
    // The server parses the body of an apply as YAML. YAML forbids or replaces these characters.
    return JSON.stringify(value).replaceAll(
      /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  } catch {
    throw new OptionsError(option, REDACTED, 'JSON: no cycles, and no bigint');
  }
}

/**
 * Returns the metadata of an object to send. If the name or the namespace is absent, the function takes it
 * from the key.
 */
export function namedMetadata(of: string, key: ObjectKey, given: JsonObject): JsonObject {
  const { name, namespace } = splitKey(key);
  const expected = namespace === '' ? { name } : { name, namespace };
  for (const [field, value] of Object.entries(expected)) {
    if (given[field] === undefined || given[field] === value) continue;
    throw new OptionsError(`${of}: metadata.${field}`, given[field], `'${value}', as in the key`);
  }
  return { ...given, ...expected };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Returns the metadata of an object, or an empty object if the object has none. */
export const metadataOf = (object: object): Record<string, string | undefined> & JsonObject =>
  (isRecord((object as Partial<KubeObject>).metadata)
    ? (object as KubeObject).metadata
    : {}) as unknown as Record<string, string | undefined> & JsonObject;
