import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { find, type Place } from '../registry/context.ts';
import { timestamp } from '../registry/identity.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerContext } from '../server-context.ts';
import { audience } from './service-account-token.ts';
import { fieldInvalid, invalid } from '../status/invalid.ts';
import { notFound } from '../status/refusals.ts';

/**
 * A token for a service account: `serviceaccounts/NAME/token`.
 *
 * @throws Refusal 404 for an account that is not there, 422 for a time of less than ten minutes
 */
export function tokenRequested(
  { access, ...context }: ServerContext,
  resource: Resource,
  place: Place,
  body: unknown,
): Json {
  const account = find(context, resource, place);
  if (account === undefined) throw notFound(resource, place.name);
  const { spec: given } = isRecord(body) ? body : {};
  const spec = isRecord(given) ? given : {};
  const { expirationSeconds = 3600, audiences } = spec;
  const seconds = Number(expirationSeconds);
  if (!(seconds >= 600 && seconds <= 2 ** 32)) {
    const why = 'may not specify a duration less than 10 minutes';
    const which = { group: 'authentication.k8s.io', kind: 'TokenRequest' };
    throw invalid(which, '', [fieldInvalid('spec.expirationSeconds', expirationSeconds, why)]);
  }
  const wanted = Array.isArray(audiences) && audiences.length > 0 ? audiences.map(String) : [audience];
  const token = access.serviceAccounts.issue(account, wanted, seconds);
  const { name, namespace } = account.metadata;
  return {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, creationTimestamp: timestamp(context.world.now()) },
    spec: {
      ...spec,
      audiences: wanted,
      expirationSeconds: seconds,
      boundObjectRef: spec['boundObjectRef'] ?? null,
    },
    status: { token, expirationTimestamp: timestamp(context.world.now() + seconds * 1000) },
  };
}
