import type { Json } from '../../json.ts';
import { age } from '../age.ts';
import type { Printer } from '../cell.ts';
import { count, has, list, map, scalar, text, texts } from '../fields.ts';
import { labelsText, maxShown, nameOf, none, selectorText, someOf, unset } from '../words.ts';

export const service: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.type'),
  texts(object, 'spec.clusterIPs')[0] ?? none,
  externalIp(object),
  list(object, 'spec.ports').map(portText).join(',') || none,
  age(object, now),
  labelsText(map(object, 'spec.selector')),
];

function externalIp(object: Json): string {
  const given = texts(object, 'spec.externalIPs');
  switch (text(object, 'spec.type')) {
    case 'ClusterIP':
    case 'NodePort':
      return given.join(',') || none;
    case 'LoadBalancer':
      return [...balancers(object), ...given].join(',') || '<pending>';
    case 'ExternalName':
      return text(object, 'spec.externalName');
    default:
      return '<unknown>';
  }
}

/**
 * Returns the addresses in the load balancer status of an object, without duplicates. An ingress point without an IP
 * address is shown by its host name.
 */
function balancers(object: Json): readonly string[] {
  const all = list(object, 'status.loadBalancer.ingress').map((one) =>
    text(one, 'ip', text(one, 'hostname')),
  );
  return [...new Set(all)].filter((address) => address !== '').toSorted();
}

function portText(port: Json): string {
  const nodePort = count(port, 'nodePort');
  return `${count(port, 'port')}${nodePort > 0 ? `:${nodePort}` : ''}/${text(port, 'protocol')}`;
}

export const endpoints: Printer = (object, now) => {
  const subsets = list(object, 'subsets').map(hostPorts);
  const total = subsets.reduce((sum, { count: pairs }) => sum + pairs, 0);
  const shown =
    subsets.length === 0
      ? none
      : someOf(
          subsets.flatMap((one) => one.shown),
          total,
        );
  return [nameOf(object), shown, age(object, now)];
};

/**
 * Combines each endpoint address with each port. Creates only the pairs that the table cell shows, because thousands of
 * addresses and ports would have millions of pairs.
 */
function hostPorts(subset: Json): { readonly count: number; readonly shown: readonly string[] } {
  const addresses = list(subset, 'addresses');
  const given = list(subset, 'ports').map((port) => `:${count(port, 'port')}`);
  const ports = given.length === 0 ? [''] : given;
  const hosts = addresses.slice(0, maxShown).map((address) => text(address, 'ip'));
  return {
    count: addresses.length * ports.length,
    shown: ports.slice(0, maxShown).flatMap((port) => hosts.map((host) => hostPort(host, port))),
  };
}

const hostPort = (host: string, port: string): string =>
  host.includes(':') && port !== '' ? `[${host}]${port}` : host + port;

export const endpointSlice: Printer = (object, now) => [
  nameOf(object),
  text(object, 'addressType'),
  someOf(list(object, 'ports').map((port) => scalar(port, 'port', text(port, 'name', '*')))) || unset,
  someOf(list(object, 'endpoints').flatMap((endpoint) => texts(endpoint, 'addresses'))) || unset,
  age(object, now),
];

export const ingress: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.ingressClassName', none),
  hosts(list(object, 'spec.rules').map((rule) => text(rule, 'host'))),
  balancers(object).join(','),
  list(object, 'spec.tls').length > 0 ? '80, 443' : '80',
  age(object, now),
];

/**
 * Returns the hosts of an ingress as text, for example `a.com,b.com,c.com + 2 more...`. A rule without a host is not
 * shown, but it counts in the number of further rules.
 */
function hosts(all: readonly string[]): string {
  const shown = [...all.entries()].filter(([, host]) => host !== '').slice(0, 3);
  if (shown.length === 0) return '*';
  const more = shown.length === 3 && (shown[2]?.[0] ?? 0) < all.length - 1;
  return shown.map(([, host]) => host).join(',') + (more ? ` + ${all.length - 3} more...` : '');
}

export const ingressClass: Printer = (object, now) => {
  const isDefault =
    map(object, 'metadata.annotations')['ingressclass.kubernetes.io/is-default-class'] === 'true';
  const group = text(object, 'spec.parameters.apiGroup');
  const kind = text(object, 'spec.parameters.kind') + (group === '' ? '' : `.${group}`);
  return [
    nameOf(object) + (isDefault ? ' (default)' : ''),
    text(object, 'spec.controller'),
    has(object, 'spec.parameters') ? `${kind}/${text(object, 'spec.parameters.name')}` : none,
    age(object, now),
  ];
};

export const networkPolicy: Printer = (object, now) => [
  nameOf(object),
  selectorText(object, 'spec.podSelector'),
  age(object, now),
];

export const serviceCidr: Printer = (object, now) => [
  nameOf(object),
  texts(object, 'spec.cidrs').join(','),
  age(object, now),
];

/**
 * Prints the table row of an IPAddress object. As in the kube-apiserver, the row has one more cell than the table has
 * columns.
 */
export const ipAddress: Printer = (object, now) => {
  const group = text(object, 'spec.parentRef.group');
  const resource = text(object, 'spec.parentRef.resource') + (group === '' ? '' : `.${group}`);
  const parts = [
    resource.toLowerCase(),
    text(object, 'spec.parentRef.namespace'),
    text(object, 'spec.parentRef.name'),
  ];
  return [
    nameOf(object),
    has(object, 'spec.parentRef') ? parts.filter((part) => part !== '').join('/') : none,
    age(object, now),
  ];
};
