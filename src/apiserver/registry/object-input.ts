import { isRecord } from '../../objects/index.ts';
import { type Json, omit } from '../json.ts';
import { isTooDeep } from '../json-depth.ts';
import type { Resource } from '../resources/resource.ts';
import { objectMeta } from '../schema/object-meta.ts';
import { typeProblem } from '../schema/type-problem.ts';
import { fieldInvalid, invalid } from '../status/invalid.ts';
import type { Refusal } from '../status/refusal.ts';
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
export function objectInput(resource: Resource, body: unknown): ObjectInput {
  const { kind, apiVersion, version, builtIn } = resource;
  const unrecognized = `the object provided is unrecognized (must be of type ${kind})`;
  if (!isRecord(body)) throw badRequest(`${unrecognized}: it must be a JSON object`);
  if (isTooDeep(body)) throw badRequest(`${unrecognized}: exceeded max depth`);
  if (!builtIn && typeof body['kind'] !== 'string') {
    const text = JSON.stringify(body);
    throw badRequest(`${unrecognized}: Object 'Kind' is missing in '${text}' (${shortened(text)})`);
  }
  const { apiVersion: claimed = builtIn ? apiVersion : '' } = body;
  if (claimed !== apiVersion) {
    const shown = typeof claimed === 'string' ? claimed : JSON.stringify(claimed);
    throw badRequest(
      `the API version in the data (${shown}) does not match the expected API version (${apiVersion})`,
    );
  }

  const { kind: givenKind = kind, metadata, ...rest } = body;
  if (givenKind !== kind) throw ofAnotherKind(resource, givenKind, metadata);
  const refused = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
  const given = metadata ?? {};
  const problem = isRecord(given)
    ? typeProblem(objectMeta, given, builtIn ? 'ObjectMeta.metadata' : 'ObjectMeta')
    : `json: cannot unmarshal ${typeof given} into Go struct field ${kind}.metadata of type v1.ObjectMeta`;
  if (problem !== undefined) throw badRequest(`${refused}: ${problem}`);
  return { kind, apiVersion, metadata: withoutEmpty(given as Json), ...omit(rest, 'apiVersion') };
}

function ofAnotherKind(
  { kind, version, group, builtIn }: Resource,
  given: unknown,
  metadata: unknown,
): Refusal {
  if (builtIn) {
    return badRequest(
      `${String(given)} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`,
    );
  }
  const name = isRecord(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
  return invalid({ group, kind: String(given) }, name, [fieldInvalid('kind', given, `must be ${kind}`)]);
}

/** The beginning of a long body. */
const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)} ...` : text);

/** In metadata what is null or empty is absent; inside its maps and lists it is the empty value of its type. */
function withoutEmpty(metadata: Json): Json {
  const isFull = ([name, value]: readonly [string, unknown]): boolean =>
    value !== null &&
    value !== '' &&
    // An empty list of managed fields asks for them to be forgotten.
    (name === 'managedFields' || !(typeof value === 'object' && Object.keys(value).length === 0));
  const members = Object.entries(metadata).filter(isFull);
  return Object.fromEntries(
    members.map(([name, value]) => [name, Object.hasOwn(vacant, name) ? filled(value, name) : value]),
  );
}

const vacant: Json = { labels: '', annotations: '', finalizers: '', ownerReferences: {} };

function filled(value: unknown, name: string): unknown {
  const instead = (inner: unknown): unknown => inner ?? vacant[name];
  if (Array.isArray(value)) return value.map(instead);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, instead(inner)]));
}
