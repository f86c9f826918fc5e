import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../json.ts';
import { isReachable, needsHealthCheck } from '../resources/service-type.ts';
import { type FieldError, fieldDuplicate, fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { cidr, endpointAddress } from './addresses.ts';
import { type Check, forbidden, items, members, oneOf, portNumber, present } from './check.ts';
import { labelKey } from './names.ts';

const day = 86_400;

/**
 * Returns the check for the timeout of the session affinity of a service. Only the session affinity `ClientIP` may have
 * a timeout.
 */
const affinity = (spec: Json): Check => {
  if (spec['sessionAffinity'] === 'None') return forbidden('must not be set when session affinity is None');
  if (spec['sessionAffinity'] !== 'ClientIP') return () => [];
  return (value, path) => {
    const seconds = recordAt(isRecord(value) ? value : {}, 'clientIP')['timeoutSeconds'] ?? 0;
    return Number(seconds) > 0 && Number(seconds) <= day
      ? []
      : [
          fieldInvalid(
            `${path}.clientIP.timeoutSeconds`,
            seconds,
            `must be greater than 0 and less than ${day}`,
          ),
        ];
  };
};

function trafficErrors(spec: Json, path: string): readonly FieldError[] {
  const { externalTrafficPolicy: policy = '', healthCheckNodePort: port = 0 } = spec;
  const at = `${path}.externalTrafficPolicy`;
  return [
    ...(policy === ''
      ? []
      : isReachable(spec)
        ? oneOf('Cluster', 'Local')(policy, at)
        : [fieldInvalid(at, policy, 'may only be set for externally-accessible services')]),
    ...(port === 0
      ? []
      : needsHealthCheck(spec)
        ? portNumber(port, `${path}.healthCheckNodePort`)
        : [
            fieldInvalid(
              `${path}.healthCheckNodePort`,
              port,
              "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
            ),
          ]),
  ];
}

const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

const trimmedCidr: Check = (value, path) => cidr(String(value).trim(), path);

/**
 * Checks the load balancer fields of a service. As in the kube-apiserver, the path in an error contains
 * `LoadBalancerSourceRanges` with a capital letter.
 */
const balancer = (spec: Json, path: string): readonly FieldError[] => {
  const { loadBalancerSourceRanges: ranges } = spec;
  const isBalanced = spec['type'] === 'LoadBalancer';
  const isGiven = Array.isArray(ranges) && ranges.length > 0;
  const at = `${path}.LoadBalancerSourceRanges`;
  return [
    ...(isGiven && !isBalanced ? [fieldForbidden(at, onlyBalanced)] : []),
    ...items(trimmedCidr)(ranges, at),
    ...members({
      allocateLoadBalancerNodePorts: isBalanced ? () => [] : forbidden(onlyBalanced),
      loadBalancerClass: isBalanced ? present(labelKey) : forbidden(onlyBalanced),
    })(spec, path),
  ];
};

/**
 * Returns the errors in the node ports of a service. A service of type `ClusterIP` may not have node ports. Two ports
 * with the same protocol may not have the same node port.
 */
function nodePortErrors(spec: Json, path: string): readonly FieldError[] {
  const taken = new Set<string>();
  return recordsAt(spec, 'ports').flatMap(({ nodePort = 0, protocol }, at) => {
    if (nodePort === 0) return [];
    const place = `${path}.ports[${at}].nodePort`;
    const key = JSON.stringify([protocol, nodePort]);
    const isTaken = taken.has(key);
    taken.add(key);
    return [
      ...(spec['type'] === 'ClusterIP'
        ? [fieldForbidden(place, "may not be used when `type` is 'ClusterIP'")]
        : []),
      ...(isTaken ? [fieldDuplicate(place, nodePort)] : []),
    ];
  });
}

/** Checks the fields of a service that determine how clients outside the cluster reach the service. */
export const exposure: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  return [
    ...members({ sessionAffinityConfig: present(affinity(spec)), externalIPs: items(endpointAddress()) })(
      spec,
      path,
    ),
    ...nodePortErrors(spec, path),
    ...balancer(spec, path),
    ...trafficErrors(spec, path),
  ];
};
