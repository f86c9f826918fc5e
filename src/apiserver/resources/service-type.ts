import { isSame, type Json, omit, recordAt, recordsAt } from '../json.ts';

/**
 * Removes the fields that the new type of a service does not have (`dropTypeDependentFields`). A field that the client
 * has changed is not removed, and the validation then rejects the field.
 */
export function withTypeFields(service: Json, existing: Json): Json {
  const [spec, old] = [recordAt(service, 'spec'), recordAt(existing, 'spec')];
  const dropped = rules
    .filter(({ has }) => has(old) && !has(spec))
    .filter(({ fields }) => fields.every((name) => isUnchanged(spec, old, name)))
    .flatMap(({ fields }) => fields);
  const next = omit(spec, ...dropped);
  const isFreed = hasNodePorts(old) && !hasNodePorts(spec) && hasNoNewNodePort(spec, old);
  return {
    ...service,
    spec: isFreed ? { ...next, ...portsWithoutNodePorts(spec) } : next,
    ...statusWithoutBalancer(spec, existing),
  };
}

interface Rule {
  /**
   * The fields of a service that are removed together. The fields are removed only if the update changes none of them.
   */
  readonly fields: readonly string[];
  /** Returns whether a service with this spec may have the fields. */
  readonly has: (spec: Json) => boolean;
}

const hasAddresses = ({ type }: Json): boolean => type !== 'ExternalName';
const isBalanced = ({ type }: Json): boolean => type === 'LoadBalancer';
const hasNodePorts = ({ type }: Json): boolean => type === 'NodePort' || type === 'LoadBalancer';

/** Returns whether clients outside the cluster can connect to a service (`ExternallyAccessible`). */
export const isReachable = (spec: Json): boolean =>
  hasNodePorts(spec) ||
  (spec['type'] === 'ClusterIP' && Array.isArray(spec['externalIPs']) && spec['externalIPs'].length > 0);

/**
 * Returns whether a service reserves a port at which a load balancer checks the health of the nodes
 * (`NeedsHealthCheck`).
 */
export const needsHealthCheck = (spec: Json): boolean =>
  isBalanced(spec) && spec['externalTrafficPolicy'] === 'Local';

const rules: readonly Rule[] = [
  { fields: ['clusterIP', 'clusterIPs'], has: hasAddresses },
  { fields: ['ipFamilies'], has: hasAddresses },
  { fields: ['ipFamilyPolicy'], has: hasAddresses },
  { fields: ['healthCheckNodePort'], has: needsHealthCheck },
  { fields: ['allocateLoadBalancerNodePorts'], has: isBalanced },
  { fields: ['loadBalancerClass'], has: isBalanced },
  { fields: ['externalTrafficPolicy'], has: isReachable },
];

/**
 * Returns whether an update of a service leaves a field unchanged. An absent field counts as unchanged, because an
 * older client may send `clusterIP` without `clusterIPs`.
 */
const isUnchanged = (spec: Json, old: Json, name: string): boolean =>
  spec[name] === undefined || spec[name] === '' || isSame(spec[name], old[name]);

const nodePortsOf = (spec: Json): Set<unknown> =>
  new Set(recordsAt(spec, 'ports').flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort])));

/**
 * Returns whether an update of a service adds no node port. A node port may move from one port of the service to
 * another port.
 */
function hasNoNewNodePort(spec: Json, old: Json): boolean {
  const before = nodePortsOf(old);
  return [...nodePortsOf(spec)].every((port) => before.has(port));
}

const portsWithoutNodePorts = (spec: Json): Json =>
  spec['ports'] === undefined
    ? {}
    : { ports: recordsAt(spec, 'ports').map((port) => omit(port, 'nodePort')) };

/** Removes the load balancer address from the status of a service that is no longer a load balancer. */
function statusWithoutBalancer(spec: Json, existing: Json): Json {
  const status = recordAt(existing, 'status');
  const isCleared = Object.keys(recordAt(status, 'loadBalancer')).length > 0 && !isBalanced(spec);
  return isCleared ? { status: { ...status, loadBalancer: {} } } : {};
}
