import { notAcceptable } from '../status/refusals.ts';
import type { Form } from '../wire/form.ts';
import type { Verb } from './verb.ts';

/**
 * The first form that the client takes and that is made here: plain JSON of anything, metadata of what is read (P105,
 * P106).
 *
 * @throws Refusal 406
 */
export function formOf(accept: string | undefined, verb: Verb, subresource: string): Form {
  if (accept === undefined || accept.trim() === '') return 'full';
  const partial = subresource === 'scale' ? undefined : partials[verb];
  for (const clause of clauses(accept)) {
    if (isPlainJson(clause)) return 'full';
    if (partial !== undefined && isForm(clause, partial)) return 'metadata';
  }
  throw notAcceptable();
}

const partials: Readonly<Partial<Record<Verb, string>>> = {
  get: 'PartialObjectMetadata',
  list: 'PartialObjectMetadataList',
  watch: 'PartialObjectMetadata',
};

function isForm({ type, parameters }: Clause, as: string): boolean {
  return (
    type === 'application/json' &&
    parameters.get('as') === as &&
    parameters.get('v') === 'v1' &&
    parameters.get('g') === 'meta.k8s.io'
  );
}

/** Whether the client wants discovery in one document (P112). */
export function wantsAggregated(accept: string | undefined): boolean {
  return clauses(accept ?? '').some(
    ({ type, parameters }) =>
      type === 'application/json' &&
      parameters.get('g') === 'apidiscovery.k8s.io' &&
      parameters.get('v') === 'v2' &&
      parameters.get('as') === 'APIGroupDiscoveryList',
  );
}

interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function clauses(accept: string): readonly Clause[] {
  return accept.split(',').map((clause) => {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim());
    return { type, parameters: new Map(parameters.map(pair)) };
  });
}

function pair(parameter: string): readonly [string, string] {
  const [name = '', value = ''] = parameter.split('=', 2);
  return [name, value];
}

function isPlainJson({ type, parameters }: Clause): boolean {
  return ['application/json', 'application/*', '*/*'].includes(type) && !parameters.has('as');
}
