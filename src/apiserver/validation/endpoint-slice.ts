import { isRecord } from '../../objects/index.ts';
import { endpointAddress } from './addresses.ts';
import {
  atMost,
  type Check,
  distinct,
  every,
  items,
  members,
  oneOf,
  optional,
  present,
  text,
} from './check.ts';
import { labelValueProblems } from '../metadata/qualified-name.ts';
import { subdomainProblem } from '../metadata/dns-name.ts';
import { dnsLabel, dnsSubdomain, labelKey } from './names.ts';

const fullName = text((given) => {
  const name = given.replace(/\.$/, '');
  return (
    subdomainProblem(name, 'characters') ??
    (name.includes('.') ? undefined : 'should be a domain with at least two segments separated by dots')
  );
});

const addresses: Readonly<Record<string, Check>> = {
  IPv4: endpointAddress(4),
  IPv6: endpointAddress(6),
  FQDN: fullName,
};

const hints = members({
  forZones: atMost(8, every(items(members({ name: text(labelValueProblems) })), distinct('name', false))),
  forNodes: atMost(8, every(items(members({ name: dnsSubdomain })), distinct('name', false))),
});

const endpoint = (address: Check): Check =>
  members({
    addresses: items(address),
    nodeName: present(dnsSubdomain),
    hostname: present(dnsLabel),
    hints: present(hints),
  });

const port = members({
  name: optional(dnsLabel),
  protocol: oneOf('SCTP', 'TCP', 'UDP'),
  appProtocol: present(labelKey),
});

/** Checks an EndpointSlice by the rules that its Go type does not declare (`ValidateEndpointSlice`). */
export const endpointSlice: Check = (value, path) => {
  const type = isRecord(value) ? String(value['addressType']) : '';
  const address = Object.hasOwn(addresses, type) ? addresses[type] : undefined;
  return members({
    ports: atMost(20_000, every(items(port), distinct('name', false))),
    endpoints: atMost(1_000, items(endpoint(address ?? (() => [])))),
  })(value, path);
};
