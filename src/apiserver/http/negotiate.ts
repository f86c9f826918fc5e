import Negotiator from 'negotiator';
import type { Resource } from '../resources/resource.ts';
import type { Refusal } from '../status/refusal.ts';
import { badRequest, noRepresentation, notAcceptable, notAcceptableAs } from '../status/refusals.ts';
import { quoted } from '../status/shown-value.ts';
import type { IncludeObject } from '../tables/table.ts';
import type { Form } from '../wire/form.ts';
import type { ApiRequest } from './request.ts';
import type { Verb } from './verb.ts';

/**
 * Selects the representation of objects in the response: the whole object, its metadata, or a table. Of the supported
 * representations, the function returns the representation that the client prefers (P102, P103, P105, P106).
 *
 * @throws Refusal 406 if the server supports none of the requested representations
 * @throws Refusal 400 for an unknown `includeObject`
 */
export function formOf({ headers, query }: ApiRequest, verb: Verb, resource: Resource): Form {
  const { accept } = headers;
  if (accept === undefined || accept.trim() === '') return 'full';
  checkAccepts({ headers });
  const type = preferred(verb === 'watch' ? accept : inJson(accept), [json, partial, partials, table]);
  if (type === undefined) throw notAcceptable(verb === 'watch');
  if (type === table) return `table/${includeObject(query)}`;
  if (type === json) return 'full';
  const isList = ofLists.has(verb);
  if (verb === 'watch' ? type === partials : isList !== (type === partials))
    throw noSuchList(resource, isList);
  return 'metadata';
}

/**
 * Checks that the server supports one of the media types in the `Accept` header. The check ignores the parameters of
 * the media types. `application/*` does not count as supported.
 *
 * @throws Refusal 406
 */
export function checkAccepts({ headers: { accept = '' } }: Pick<ApiRequest, 'headers'>): void {
  const types = accept.split(',').map((range) => range.split(';', 1).join().trim().toLowerCase());
  if (accept.trim() === '' || types.some((type) => representations.has(type))) return;
  throw noRepresentation([json, yaml]);
}

const ofLists = new Set<Verb>(['list', 'deletecollection']);

const json = 'application/json';
const yaml = 'application/yaml';
const partial = as('PartialObjectMetadata');
const partials = as('PartialObjectMetadataList');
const table = as('Table');

function as(kind: string): string {
  return `${json};as=${kind};v=v1;g=meta.k8s.io`;
}

const representations = new Set(['*/*', json, yaml, 'application/vnd.kubernetes.protobuf']);

/** Replaces YAML by JSON in an `Accept` header, because the server has the same representations in YAML and in JSON. */
const inJson = (accept: string): string => accept.replaceAll(/\bapplication\/yaml\b/gi, json);

/** Returns `true` if the client prefers YAML to JSON. */
export function wantsYaml({ headers: { accept = '' } }: ApiRequest): boolean {
  if (!/\byaml\b/i.test(accept)) return false;
  const types = accept.replaceAll(/;\s*(?!q\s*=)[^;,]*/gi, '');
  return new Negotiator({ headers: { accept: types } }).mediaType([json, yaml]) === yaml;
}

function noSuchList({ group, kind, listKind, builtIn }: Resource, isList: boolean): Refusal {
  const [first = ''] = group.split('.');
  const house = first === '' || first === 'events' ? 'core' : first;
  const type = builtIn
    ? `${house}.${isList ? listKind : kind}`
    : `unstructured.Unstructured${isList ? 'List' : ''}`;
  return notAcceptableAs(
    isList
      ? `you requested PartialObjectMetadata, but the requested object is a list (*${type})`
      : `you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`,
  );
}

function includeObject(query: URLSearchParams): IncludeObject {
  const word = query.get('includeObject') ?? '';
  if (word === '') return 'Metadata';
  const known = inclusions.find((one) => one === word);
  if (known !== undefined) return known;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quoted(word)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}

const inclusions: readonly IncludeObject[] = ['None', 'Metadata', 'Object'];

/** Returns `true` if the client prefers the aggregated discovery document (P112). */
export function wantsAggregated(accept: string | undefined): boolean {
  return accept !== undefined && preferred(accept, [json, aggregatedDiscovery]) === aggregatedDiscovery;
}

/** The media type of the discovery document with all API groups and their resources. */
export const aggregatedDiscovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/**
 * Returns the preferred media type. The function ignores parameters that do not select a representation, for example
 * `charset` and `stream`.
 */
function preferred(accept: string, available: string[]): string | undefined {
  const choosing = accept.replaceAll(/;\s*(?!(?:as|g|v|q)\s*=)[^;,]*/gi, '');
  return new Negotiator({ headers: { accept: choosing } }).mediaType(available);
}
