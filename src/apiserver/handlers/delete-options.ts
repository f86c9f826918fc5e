import { isRecord } from '../../objects/index.ts';
import { definitionSchema } from '../schema/built-in-schema.ts';
import { typeProblem } from '../schema/type-problem.ts';
import { flag } from '../query/list-query.ts';
import { readOptional } from '../http/read-body.ts';
import type { ApiRequest } from '../http/request.ts';
import type { Json } from '../json.ts';
import type { DeleteOptions } from '../registry/delete.ts';
import { propagationPolicies, type PropagationPolicy } from '../registry/propagation-policy.ts';
import { type FieldError, fieldInvalid, fieldNotSupported, invalid } from '../status/invalid.ts';
import { badRequest } from '../status/refusals.ts';
import { quoted, shownValue } from '../status/shown-value.ts';
import { isDryRun } from './write-options.ts';

/**
 * Returns the `metav1.DeleteOptions` of a request. The function reads the options from the body. If the request has no
 * body, the function reads the options from the query. The function never combines the body and the query.
 *
 * @throws Refusal 400 and 422 (P93)
 */
export function deleteOptions(request: ApiRequest): DeleteOptions {
  const { query } = request;
  return request.body.length === 0
    ? deleteOptionsOf(fromQuery(query), isDryRun(query, 'DeleteOptions'))
    : deleteOptionsOf(fromBody(readOptional(request)), false);
}

/** Reads the options from a body as Go does: `null` counts as absent. The function refuses a value of a wrong type. */
function fromBody(body: unknown): Json {
  const sent = body ?? {};
  if (!isRecord(sent)) throw badRequest('the delete options must be an object');
  const { kind = '', apiVersion = '' } = sent;
  if (typeof kind === 'string' && kind !== '' && kind !== 'DeleteOptions') {
    const [named, version] = [quoted(kind), shownValue(apiVersion)];
    throw badRequest(
      `no kind ${named} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const problem = typeProblem(definitionSchema(definition), sent, 'DeleteOptions');
  if (problem !== undefined) throw badRequest(problem);
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

const definition = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions';

function fromQuery(query: URLSearchParams): Json {
  const orphanDependents = flag(query, 'orphanDependents');
  return {
    ...Object.fromEntries(names.flatMap((name) => valueOf(query, name))),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    preconditions: Object.fromEntries(conditions.flatMap((name) => valueOf(query, name))),
  };
}

/**
 * Checks the `metav1.DeleteOptions` of a client.
 *
 * @param isDry - `true` if the query already requests a dry run
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
    ...(isRecord(preconditions) ? { preconditions: pickNonEmptyStrings(preconditions) } : {}),
  };
}

const conditions = ['uid', 'resourceVersion'];
const names = ['gracePeriodSeconds', 'propagationPolicy'];

const valueOf = (query: URLSearchParams, name: string): [string, string][] => {
  const value = query.get(name);
  return value === null ? [] : [[name, value]];
};

function policyOf({
  propagationPolicy,
  orphanDependents,
  dryRun,
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
  const words = Array.isArray(dryRun) ? dryRun : [];
  if (words.some((word) => word !== 'All')) errors.push(fieldNotSupported('dryRun', words, ['All']));
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  if (orphans === undefined) return policy;
  return orphans === true ? 'Orphan' : 'Background';
}

function wholeOf(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (/^[+-]?[0-9]+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${quoted(text)}: invalid syntax`);
}

function pickNonEmptyStrings({
  uid,
  resourceVersion,
}: Readonly<Record<string, unknown>>): DeleteOptions['preconditions'] & object {
  return {
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}
