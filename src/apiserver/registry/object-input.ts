import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
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
export function objectInput({ kind, apiVersion, builtIn }: Resource, body: unknown): ObjectInput {
  if (!isRecord(body)) throw badRequest('the object provided is unrecognized: it must be a JSON object');
  if (!builtIn && typeof body['kind'] !== 'string')
    throw badRequest("Object 'Kind' is missing in the object provided");
  if (!builtIn && typeof body['apiVersion'] !== 'string') {
    throw badRequest("Object 'apiVersion' is missing in the object provided");
  }

  const { kind: givenKind = kind, apiVersion: givenVersion = apiVersion, metadata = {}, ...rest } = body;
  if (givenKind !== kind || givenVersion !== apiVersion) {
    throw badRequest(
      `${String(givenKind)} in version ${JSON.stringify(givenVersion)} cannot be handled as a ${kind} in version ${JSON.stringify(apiVersion)}`,
    );
  }
  return { kind, apiVersion, metadata: metadataInput(metadata ?? {}), ...rest };
}

/** `null` members are absent ones. */
function metadataInput(metadata: unknown): Json {
  if (!isRecord(metadata)) throw unfit('metadata', 'an object');
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  for (const field of texts) {
    if (given[field] !== undefined && typeof given[field] !== 'string')
      throw unfit(`metadata.${field}`, 'a string');
  }
  for (const field of ['labels', 'annotations']) {
    if (given[field] !== undefined && !isTextMap(given[field]))
      throw unfit(`metadata.${field}`, 'a map of strings');
  }
  const { finalizers = [], ownerReferences = [] } = given;
  if (!Array.isArray(finalizers) || finalizers.some((one) => typeof one !== 'string')) {
    throw unfit('metadata.finalizers', 'a list of strings');
  }
  if (!Array.isArray(ownerReferences) || !ownerReferences.every(isRecord)) {
    throw unfit('metadata.ownerReferences', 'a list of objects');
  }
  return given;
}

const texts = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
];

const isTextMap = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((member) => typeof member === 'string');

const unfit = (field: string, type: string): Error =>
  badRequest(`cannot decode the object: ${field} must be ${type}`);
