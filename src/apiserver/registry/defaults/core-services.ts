import { type Json, omit, recordAt, recordsAt } from '../../json.ts';
import { isEmptyAt, type TypeDefaults } from './type-defaults.ts';

/** The defaults of services. */
export const serviceDefaults: TypeDefaults = {
  'core.v1.ServiceSpec': [{ sessionAffinity: 'None', type: 'ClusterIP' }, withAffinity, withTraffic],
  'core.v1.ServicePort': withTargetPort,
  'core.v1.Service': withModes,
};

function withAffinity(spec: Json): Json {
  const { sessionAffinity } = spec;
  if (sessionAffinity === 'None') return omit(spec, 'sessionAffinityConfig');
  const { timeoutSeconds = 10800 } = recordAt(recordAt(spec, 'sessionAffinityConfig'), 'clientIP');
  return sessionAffinity === 'ClientIP'
    ? { ...spec, sessionAffinityConfig: { clientIP: { timeoutSeconds } } }
    : spec;
}

/**
 * Sets the traffic policies of a service. The default `Cluster` means that traffic may go to any endpoint of the
 * cluster.
 */
function withTraffic(spec: Json): Json {
  const { type, externalTrafficPolicy, internalTrafficPolicy, allocateLoadBalancerNodePorts } = spec;
  const isBalanced = type === 'LoadBalancer';
  const hasAddresses = type === 'ClusterIP' && !isEmptyAt(spec, 'externalIPs');
  const isOpen = isBalanced || type === 'NodePort' || hasAddresses;
  const isInside = isBalanced || type === 'NodePort' || type === 'ClusterIP';
  return {
    ...spec,
    ...(isOpen ? { externalTrafficPolicy: externalTrafficPolicy ?? 'Cluster' } : {}),
    ...(isInside ? { internalTrafficPolicy: internalTrafficPolicy ?? 'Cluster' } : {}),
    ...(isBalanced ? { allocateLoadBalancerNodePorts: allocateLoadBalancerNodePorts ?? true } : {}),
  };
}

function withTargetPort(port: Json): Json {
  const { targetPort } = port;
  const isSet = targetPort !== undefined && targetPort !== 0 && targetPort !== '';
  return isSet ? port : { ...port, targetPort: port['port'] };
}

/** Sets `ipMode` of each IP address in the load balancer status of a service. The default is `VIP`. */
function withModes(service: Json): Json {
  const status = recordAt(service, 'status');
  const balancer = recordAt(status, 'loadBalancer');
  if (recordAt(service, 'spec')['type'] !== 'LoadBalancer' || balancer['ingress'] === undefined)
    return service;
  const ingress = recordsAt(balancer, 'ingress').map((point) =>
    isEmptyAt(point, 'ip') ? point : { ipMode: 'VIP', ...point },
  );
  return { ...service, status: { ...status, loadBalancer: { ...balancer, ingress } } };
}
