import { isRecord } from '../../objects/index.ts';
import { generatedDefinitionNames } from '../generated/definition-names.ts';
import { type Json, omit, own } from '../json.ts';
import { oversize } from '../json-size.ts';
import type { Resource } from '../resources/resource.ts';
import { objectMeta } from '../schema/object-meta.ts';
import { converterProblem } from '../schema/converter-problem.ts';
import { jsonType, typeProblem } from '../schema/type-problem.ts';
import { fieldInvalid, invalid } from '../status/invalid.ts';
import type { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';
import { type Patched, unreadable } from './patch-refusal.ts';

/** An object from a client. The type and the metadata of the object have been checked. */
export type ObjectInput = Json & { readonly metadata: Json };

/** The kind and the apiVersion that a request body must have. */
export type InputType = Pick<Resource, 'group' | 'version' | 'kind' | 'apiVersion' | 'builtIn'>;

/**
 * Reads a request body as an object of a resource.
 *
 * If `kind` or `apiVersion` is missing for a built-in type, the function adds it, because the typed calls of
 * client-node send neither (P69). A custom resource must contain both `kind` and `apiVersion`.
 *
 * @throws Refusal 400 for a different type, and for invalid metadata (P70)
 */
export function objectInput(resource: InputType, sent: unknown, patched?: Patched): ObjectInput {
  const { kind, apiVersion, builtIn } = resource;
  const body = builtIn ? withoutType(sent ?? {}, patched?.strategic === true) : sent;
  const unrecognized = `the object provided is unrecognized (must be of type ${kind})`;
  if (!isRecord(body)) throw badRequest(`${unrecognized}: it must be a JSON object`);
  if (oversize(body) === 'too deep') throw badRequest(`${unrecognized}: exceeded max depth`);
  if (!builtIn && typeof body['kind'] !== 'string') {
    const text = JSON.stringify(body);
    throw badRequest(`${unrecognized}: Object 'Kind' is missing in '${text}' (${shortened(text)})`);
  }
  const changed = builtIn && patched !== undefined ? typeChange(resource, body) : undefined;
  if (changed !== undefined) throw unreadable(resource, changed, patched);
  const { apiVersion: claimed = builtIn ? apiVersion : '' } = body;
  if (claimed !== apiVersion) {
    const shown = typeof claimed === 'string' ? claimed : JSON.stringify(claimed);
    throw badRequest(
      `the API version in the data (${shown}) does not match the expected API version (${apiVersion})`,
    );
  }

  const { kind: givenKind = kind, metadata, ...rest } = body;
  if (givenKind !== kind) throw ofAnotherKind(resource, givenKind, metadata);
  const given = metadata ?? {};
  const problem = metadataProblem(resource, given, patched?.strategic === true);
  if (problem !== undefined) throw unreadable(resource, problem, patched);
  return { kind, apiVersion, metadata: withoutEmpty(given as Json), ...omit(rest, 'apiVersion') };
}

/**
 * Returns the error message of Go's decoder if a patch has changed the kind or the apiVersion of an object. Returns
 * `undefined` if the kind and the apiVersion are unchanged.
 */
function typeChange(resource: InputType, body: Json): string | undefined {
  const { kind = resource.kind, apiVersion = resource.apiVersion } = body;
  for (const [name, value] of Object.entries({ apiVersion, kind })) {
    if (typeof value === 'string') continue;
    const read = `json: cannot unmarshal ${jsonType(value)} into Go struct field .${name} of type string`;
    return `couldn't get version/kind; json parse error: ${read}`;
  }
  if (kind === resource.kind && apiVersion === resource.apiVersion) return undefined;
  const [named, version] = [String(kind), String(apiVersion)];
  if (own(generatedDefinitionNames, `${version}/${named}`) === undefined) {
    return `no kind "${named}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`;
  }
  const house = resource.group === '' ? 'core' : resource.group.split('.', 1).join();
  const from = version.slice(version.lastIndexOf('/') + 1);
  return `converting (${from}.${named}) to (${house}.${resource.kind}): unknown conversion`;
}

/**
 * Removes `kind` and `apiVersion` from a request body if they are empty, because an empty value counts as missing. From
 * the result of a strategic merge patch, the function always removes `kind` and `apiVersion`, because the
 * kube-apiserver does not check the type of such a result.
 */
function withoutType(body: unknown, isMerged: boolean): unknown {
  if (!isRecord(body)) return body;
  const names = ['kind', 'apiVersion'].filter((name) => isMerged || body[name] === '' || body[name] === null);
  return names.length === 0 ? body : omit(body, ...names);
}

function metadataProblem(
  { kind, builtIn }: InputType,
  given: unknown,
  isConverted: boolean,
): string | undefined {
  if (isConverted) return converterProblem({ properties: { metadata: objectMeta } }, { metadata: given });
  return isRecord(given)
    ? typeProblem(objectMeta, given, 'ObjectMeta', builtIn ? 'metadata' : '')
    : `json: cannot unmarshal ${jsonType(given)} into Go struct field ${kind}.metadata of type v1.ObjectMeta`;
}

function ofAnotherKind(
  { kind, version, group, builtIn }: InputType,
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

/** Shortens a request body in an error message to its first 30 characters, followed by `...`. */
const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)} ...` : text);

/**
 * Removes null and empty members of `metadata`, because they count as absent. Inside the maps and lists of `metadata`,
 * null becomes the empty value of the type.
 */
function withoutEmpty(metadata: Json): Json {
  const isFull = ([name, value]: readonly [string, unknown]): boolean =>
    value !== null &&
    value !== '' &&
    // An empty list of managed fields stays, because it requests the removal of all managed fields.
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
