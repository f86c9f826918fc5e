import { notAcceptable } from '../status/refusals.ts';

/**
 * Refuses a client that takes nothing but what is not made here (P106); all of it is plain JSON.
 *
 * @throws Refusal 406
 */
export function checkAccept(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return;
  if (!clauses(accept).some(isPlainJson)) throw notAcceptable();
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
