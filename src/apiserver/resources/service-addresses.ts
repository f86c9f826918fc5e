import { type Json, recordAt } from '../json.ts';
import { fieldInvalid } from '../status/invalid.ts';
import { serviceErrors } from '../validation/service.ts';
import { type Rule, rules } from './immutable.ts';
import type { Resource } from './resource.ts';
import { withTypeFields } from './service-type.ts';

/**
 * Rejects an update that changes the cluster IPs of a service. The cluster IPs may change if the service is an
 * `ExternalName` before or after the update, or if the service is headless before and after the update.
 */
const sameAddresses: Rule = (object, existing) => {
  if (existing === undefined) return [];
  const [spec, old] = [recordAt(object, 'spec'), recordAt(existing, 'spec')];
  if (spec['type'] === 'ExternalName' || old['type'] === 'ExternalName') return [];
  const [next, before] = [addressesOf(spec), addressesOf(old)];
  if (next[0] === 'None' && before[0] === 'None') return [];
  const compared = next.length === before.length ? before : before.slice(0, 1);
  return compared.flatMap((address, at) =>
    next[at] === address ? [] : [fieldInvalid(`spec.clusterIPs[${at}]`, next, 'may not change once set')],
  );
};

const addressesOf = (spec: Json): readonly unknown[] =>
  Array.isArray(spec['clusterIPs']) ? (spec['clusterIPs'] as readonly unknown[]) : [];

export const serviceStrategy: Pick<Resource, 'onUpdate' | 'validate'> = {
  onUpdate: withTypeFields,
  ...rules(serviceErrors, sameAddresses),
};
