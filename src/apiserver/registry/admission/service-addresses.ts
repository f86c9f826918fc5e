import { type Json, omit, recordAt, recordsAt } from '../../json.ts';
import { needsHealthCheck } from '../../resources/service-type.ts';
import { isEmptyAt } from '../defaults/type-defaults.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

/** Adds IP families, a cluster IP in `10.96.0.0/12` and node ports to a service. Existing values stay unchanged. */
export function withAddresses(service: Json, request: AdmissionRequest): Json {
  const old = recordAt(request.existing ?? {}, 'spec');
  const spec = recordAt(service, 'spec');
  if (spec['type'] === 'ExternalName') return service;
  const kept = withOld(spec, old);
  const families = { ...kept, ...familiesOf(kept) };
  const used = usedBy(request);
  const { random } = request.context.world;
  const { clusterIP = given(() => addressAt(random()), used.addresses, used) } = kept;
  const all =
    Array.isArray(kept['clusterIPs']) && kept['clusterIPs'][0] === clusterIP
      ? kept['clusterIPs']
      : [clusterIP];
  const port = (): number => given(() => 30000 + Math.floor(random() * 2768), used.ports, used);
  const health = needsHealthCheck(spec) ? { healthCheckNodePort: kept['healthCheckNodePort'] ?? port() } : {};
  const ports = kept['ports'] === undefined ? {} : { ports: withNodePorts(kept, old, port) };
  return { ...service, spec: { ...families, clusterIP, clusterIPs: all, ...ports, ...health } };
}

function withOld(spec: Json, old: Json): Json {
  const keepsHealthCheck = needsHealthCheck(spec) && needsHealthCheck(old);
  const names = [
    ...['clusterIP', 'clusterIPs', 'ipFamilyPolicy', 'ipFamilies'],
    ...(keepsHealthCheck ? ['healthCheckNodePort'] : []),
  ];
  const missing = names.filter((name) => isEmptyAt(spec, name) && !isEmptyAt(old, name));
  const rest = isEmptyAt(spec, 'clusterIP') ? omit(spec, 'clusterIP') : spec;
  return { ...rest, ...Object.fromEntries(missing.map((name) => [name, old[name]])) };
}

/**
 * Returns the IP families of a service. The family is IPv6 for an IPv6 cluster IP, and IPv4 otherwise. A headless
 * service without a selector gets both families, because its endpoints may have addresses of both families.
 */
function familiesOf(spec: Json): Json {
  const isBare = spec['clusterIP'] === 'None' && isEmptyAt(spec, 'selector');
  const { ipFamilyPolicy = isBare ? 'RequireDualStack' : 'SingleStack' } = spec;
  const { clusterIP } = spec;
  const isSixth = typeof clusterIP === 'string' && clusterIP.includes(':');
  const first = isSixth ? ['IPv6'] : ['IPv4'];
  const families = isEmptyAt(spec, 'ipFamilies') ? first : (spec['ipFamilies'] as readonly string[]);
  const both = isBare && ipFamilyPolicy !== 'SingleStack' && families.length === 1;
  const other = families[0] === 'IPv4' ? 'IPv6' : 'IPv4';
  return { ipFamilyPolicy, ipFamilies: both ? [...families, other] : families };
}

/**
 * Adds node ports to the ports of a service. Ports with the same number but different protocols get the same node port.
 * In an update, a port keeps the node port of the old port with the same name.
 */
function withNodePorts(spec: Json, old: Json, next: () => number): readonly Json[] {
  const { type, allocateLoadBalancerNodePorts: asked = true } = spec;
  const isGiven = type === 'NodePort' || (type === 'LoadBalancer' && asked === true);
  const before = new Map(recordsAt(old, 'ports').map(({ name, nodePort }) => [name, nodePort]));
  const numbers = new Map<unknown, unknown>();
  const ports = recordsAt(spec, 'ports');
  if (!isGiven) return ports;
  const held = new Set(ports.map(({ nodePort }) => nodePort));
  const kept = ports.map((one) => {
    const was = before.get(one['name']);
    return one['nodePort'] === undefined && was !== undefined && !held.has(was)
      ? { ...one, nodePort: was }
      : one;
  });
  for (const { port, nodePort } of kept) if (nodePort !== undefined) numbers.set(port, nodePort);
  return kept.map((one) => {
    if (one['nodePort'] !== undefined) return one;
    const { port } = one;
    if (!numbers.has(port)) numbers.set(port, next());
    return { ...one, nodePort: numbers.get(port) };
  });
}

interface Used {
  readonly addresses: Set<unknown>;
  readonly ports: Set<unknown>;
  /**
   * The number of random values that may still be drawn for one service. The limit exists because a service may have
   * thousands of ports.
   */
  attempts: number;
}

function usedBy({ context }: AdmissionRequest): Used {
  const used: Used = { addresses: new Set(), ports: new Set(), attempts: 10_000 };
  for (const service of objectsOf(context, 'services')) {
    const spec = recordAt(service, 'spec');
    used.addresses.add(spec['clusterIP']);
    used.ports.add(spec['healthCheckNodePort']);
    for (const { nodePort } of recordsAt(spec, 'ports')) used.ports.add(nodePort);
  }
  return used;
}

/**
 * Draws random values until a value is not in use. After many attempts, the function returns a value that is in use.
 */
function given<T>(draw: () => T, values: Set<unknown>, used: Used): T {
  let value = draw();
  for (let attempt = 0; attempt < 1000 && used.attempts > 0 && values.has(value); attempt++) {
    used.attempts--;
    value = draw();
  }
  values.add(value);
  return value;
}

/**
 * Returns an address in `10.96.0.0/12`, except for the first 256 and the last 256 addresses.
 *
 * @param share - a number from 0 (included) to 1 (excluded)
 */
function addressAt(share: number): string {
  const number = 256 + Math.floor(share * (2 ** 20 - 512));
  return `10.${96 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}
