import Negotiator from 'negotiator';
import { badRequest, notAcceptable } from '../status/refusals.ts';
import type { IncludeObject } from '../tables/table.ts';
import type { Form } from '../wire/form.ts';
import type { ApiRequest } from './request.ts';
import type { Verb } from './verb.ts';

/**
 * The form that the client likes best of those that are made here: plain JSON of anything, metadata and tables of what is
 * read (P102, P103, P105, P106).
 *
 * @throws Refusal 406, and 400 for a table of something unheard of
 */
export function formOf({ headers, query }: ApiRequest, verb: Verb): Form {
  const { accept } = headers;
  if (accept === undefined || accept.trim() === '') return 'full';
  const forms = ofVerb[verb];
  const type = preferred(accept, [json, ...Object.keys(forms ?? {})]);
  if (type === undefined) throw notAcceptable();
  const form = forms?.[type] ?? 'full';
  return form === 'table' ? `table/${includeObject(query)}` : form;
}

const json = 'application/json';
const partial = as('PartialObjectMetadata');
const partials = as('PartialObjectMetadataList');
const table = as('Table');

function as(kind: string): string {
  return `${json};as=${kind};v=v1;g=meta.k8s.io`;
}

type Forms = Readonly<Record<string, 'metadata' | 'table'>>;

const ofVerb: Readonly<Partial<Record<Verb, Forms>>> = {
  get: { [partial]: 'metadata', [table]: 'table' },
  list: { [partials]: 'metadata', [table]: 'table' },
  watch: { [partial]: 'metadata', [table]: 'table' },
};

function includeObject(query: URLSearchParams): IncludeObject {
  const word = query.get('includeObject') ?? '';
  if (word === '') return 'Metadata';
  const known = inclusions.find((one) => one === word);
  if (known !== undefined) return known;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(word)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}

const inclusions: readonly IncludeObject[] = ['None', 'Metadata', 'Object'];

/** Whether the client wants discovery in one document (P112). */
export function wantsAggregated(accept: string | undefined): boolean {
  return accept !== undefined && preferred(accept, [json, aggregatedDiscovery]) === aggregatedDiscovery;
}

/** All groups and their resources at once. */
export const aggregatedDiscovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Parameters that choose no form, as `charset` and `stream`, are no reason to refuse. */
function preferred(accept: string, available: string[]): string | undefined {
  const choosing = accept.replaceAll(/;\s*(?!(?:as|g|v|q)\s*=)[^;,]*/gi, '');
  return new Negotiator({ headers: { accept: choosing } }).mediaType(available);
}
