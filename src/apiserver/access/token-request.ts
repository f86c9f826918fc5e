import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { find, type Place } from '../registry/context.ts';
import { timestamp } from '../registry/identity.ts';
import { unreadable } from '../registry/patch-refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { definitionSchema } from '../schema/built-in-schema.ts';
import { typeProblem } from '../schema/type-problem.ts';
import type { ServerContext } from '../server-context.ts';
import { fieldInvalid, invalid } from '../status/invalid.ts';
import { notFound } from '../status/refusals.ts';
import { boundObject } from './bound-object.ts';
import { serverAudience } from './service-account-token.ts';

/**
 * Answers a POST to `serviceaccounts/NAME/token` with a token.
 *
 * @throws Refusal 404 if the account or the bound object does not exist
 * @throws Refusal 422 for a lifetime of less than 10 minutes or more than 2^32 seconds
 * @throws Refusal 400 for fields of a wrong type, or for an object that a token cannot be bound to
 * @throws Refusal 409 if the bound object has another uid
 */
export function tokenRequested(
  { access, ...context }: ServerContext,
  resource: Resource,
  place: Place,
  body: unknown,
): Json {
  const account = find(context, resource, place);
  if (account === undefined) throw notFound(resource, place.name);
  const { spec: given } = requestIn(body);
  const spec = isRecord(given) ? given : {};
  const { audiences, boundObjectRef } = spec;
  const seconds = Number(spec['expirationSeconds'] ?? 3600);
  if (seconds < 600 || seconds > 2 ** 32) {
    const why =
      seconds < 600
        ? 'may not specify a duration less than 10 minutes'
        : 'may not specify a duration larger than 2^32 seconds';
    throw invalid({ group, kind }, '', [fieldInvalid('spec.expirationSeconds', seconds, why)]);
  }
  const wanted =
    Array.isArray(audiences) && audiences.length > 0 ? (audiences as readonly string[]) : [serverAudience];
  const bound = isRecord(boundObjectRef) ? boundObject(context, account, boundObjectRef) : undefined;
  const token = access.serviceAccounts.issue(account, { audiences: wanted, seconds, bound });
  const { name, namespace } = account.metadata;
  return {
    kind,
    apiVersion: `${group}/${version}`,
    metadata: { name, namespace, creationTimestamp: timestamp(context.world.now()) },
    spec: {
      ...spec,
      audiences: wanted,
      expirationSeconds: seconds,
      boundObjectRef: boundObjectRef ?? null,
    },
    status: { token, expirationTimestamp: timestamp(context.world.now() + seconds * 1000) },
  };
}

const [group, version, kind] = ['authentication.k8s.io', 'v1', 'TokenRequest'];

function requestIn(body: unknown): Json {
  const request = isRecord(body) ? body : {};
  const problem = typeProblem(definitionSchema('io.k8s.api.authentication.v1.TokenRequest'), request, kind);
  if (problem !== undefined) throw unreadable({ kind, version }, problem);
  return request;
}
