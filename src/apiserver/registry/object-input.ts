import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { fieldInvalid, invalid } from '../status/invalid.ts';
import { badRequest } from '../status/refusals.ts';

/** What a client sent, with its type and its metadata looked at. */
export type ObjectInput = Json & { readonly metadata: Json };

/**
 * Reads a body as an object of a resource.
 *
 * The built-in types are defaulted where `kind` and `apiVersion` are missing, as client-node's typed calls rely on
 * (P69); a custom resource must bring them.
 *
 * @throws Refusal 400 for another type, and for metadata that is not what it must be (P70)
 */
export function objectInput(
  { kind, apiVersion, group, builtIn }: Resource,
  body: unknown,
): ObjectInput {
  const unrecognized = `the object provided is unrecognized (must be of type ${kind})`;
  if (!isRecord(body)) throw badRequest(`${unrecognized}: it must be a JSON object`);
  if (!builtIn && typeof body['kind'] !== 'string') {
    const text = JSON.stringify(body);
    throw badRequest(`${unrecognized}: Object 'Kind' is missing in '${text}' (${shortened(text)})`);
  }
  const { apiVersion: claimed = '' } = body;
  if (!builtIn && claimed !== apiVersion) {
    const shown = typeof claimed === 'string' ? claimed : JSON.stringify(claimed);
    throw badRequest(
      `the API version in the data (${shown}) does not match the expected API version (${apiVersion})`,
    );
  }

  const { kind: givenKind = kind, apiVersion: givenVersion = apiVersion, metadata, ...rest } = body;
  const given = `${String(givenKind)} in version ${JSON.stringify(givenVersion)}`;
  if (!builtIn && givenKind !== kind) {
    const errors = [fieldInvalid('kind', givenKind, `must be ${kind}`)];
    const name = isRecord(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
    throw invalid({ group, kind: String(givenKind) }, name, errors);
  }
  if (givenKind !== kind || givenVersion !== apiVersion) {
    throw badRequest(`${given} cannot be handled as a ${kind}`);
  }
  const problem = metadataProblem(metadata ?? {});
  if (problem !== undefined) throw badRequest(`${given} cannot be handled as a ${kind}: ${problem}`);
  return { kind, apiVersion, metadata: withoutEmpty(metadata as Json | undefined), ...rest };
}

/** The beginning of a long body. */
const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)} ...` : text);

function metadataProblem(metadata: unknown): string | undefined {
  if (!isRecord(metadata)) return 'metadata must be an object';
  for (const [field, { test, allowed }] of Object.entries(types)) {
    const value = metadata[field] ?? undefined;
    if (value !== undefined && !test(value)) return `metadata.${field} must be ${allowed}`;
  }
  return undefined;
}

const text = { test: (value: unknown) => typeof value === 'string', allowed: 'a string' };
const texts = {
  test: (value: unknown) => isRecord(value) && Object.values(value).every(text.test),
  allowed: 'a map of strings',
};

const types: Readonly<
  Record<string, { readonly test: (value: unknown) => boolean; readonly allowed: string }>
> = {
  name: text,
  generateName: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  creationTimestamp: text,
  deletionTimestamp: text,
  labels: texts,
  annotations: texts,
  finalizers: {
    test: (value) => Array.isArray(value) && value.every(text.test),
    allowed: 'a list of strings',
  },
  ownerReferences: {
    test: (value) => Array.isArray(value) && value.every(isRecord),
    allowed: 'a list of objects',
  },
};

/** In metadata what is null or empty is absent. */
function withoutEmpty(metadata: Json | undefined): Json {
  const isFull = ([name, value]: readonly [string, unknown]): boolean =>
    value !== null &&
    value !== '' &&
    // An empty list of managed fields asks for them to be forgotten.
    (name === 'managedFields' || !(typeof value === 'object' && Object.keys(value).length === 0));
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(isFull));
}
