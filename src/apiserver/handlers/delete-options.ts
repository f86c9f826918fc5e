import { isRecord } from '../../objects/index.ts';
import { readOptional } from '../http/read-body.ts';
import type { ApiRequest } from '../http/request.ts';
import type { Json } from '../json.ts';
import type { DeleteOptions } from '../registry/delete.ts';
import { propagationPolicies, type PropagationPolicy } from '../registry/propagation-policy.ts';
import { type FieldError, fieldInvalid, fieldNotSupported, invalid } from '../status/invalid.ts';
import { badRequest } from '../status/refusals.ts';
import { isDryRun } from './write-options.ts';

/**
 * `metav1.DeleteOptions`, from the body if there is one, else from the query.
 *
 * @throws Refusal 400 and 422 (P93)
 */
export function deleteOptions(request: ApiRequest): DeleteOptions {
  const body = readOptional(request);
  if (!isRecord(body)) throw badRequest('the delete options must be an object');
  const fromQuery = Object.fromEntries(names.flatMap((name) => valueOf(request.query, name)));
  const given = Object.keys(body).length > 0 ? body : fromQuery;
  return deleteOptionsOf(given, isDryRun(request.query, 'DeleteOptions'));
}

/**
 * `metav1.DeleteOptions` as they are sent.
 *
 * @param isDry - whether the query says so already
 * @throws Refusal 400 and 422
 */
export function deleteOptionsOf(given: Json, isDry: boolean): DeleteOptions {
  const policy = policyOf(given);
  const { preconditions, dryRun } = given;
  const grace = wholeOf(given['gracePeriodSeconds']);
  return {
    dryRun: isDry || (Array.isArray(dryRun) && dryRun.includes('All')),
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(policy === undefined ? {} : { propagationPolicy: policy }),
    ...(isRecord(preconditions) ? { preconditions: textsOf(preconditions) } : {}),
  };
}

const names = ['gracePeriodSeconds', 'propagationPolicy', 'orphanDependents'];

const valueOf = (query: URLSearchParams, name: string): [string, string][] => {
  const value = query.get(name);
  return value === null ? [] : [[name, value]];
};

function policyOf({
  propagationPolicy,
  orphanDependents,
}: Readonly<Record<string, unknown>>): PropagationPolicy | undefined {
  const errors: FieldError[] = [];
  const orphans = orphanDependents ?? undefined;
  if (propagationPolicy !== undefined && orphans !== undefined) {
    const why = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(fieldInvalid('propagationPolicy', propagationPolicy, why));
  }
  const policy = propagationPolicies.find((one) => one === propagationPolicy);
  if (propagationPolicy !== undefined && policy === undefined) {
    errors.push(fieldNotSupported('propagationPolicy', propagationPolicy, [...propagationPolicies, 'nil']));
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  if (orphans === undefined) return policy;
  return orphans === true || orphans === 'true' ? 'Orphan' : 'Background';
}

function wholeOf(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (/^[+-]?[0-9]+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function textsOf({
  uid,
  resourceVersion,
}: Readonly<Record<string, unknown>>): DeleteOptions['preconditions'] & object {
  return {
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}
