import { isRecord } from '../../objects/index.ts';
import { recordsAt } from '../json.ts';
import { fieldRequired } from '../status/invalid.ts';
import { endpointAddress } from './addresses.ts';
import { type Check, items, members, oneOf, optional, portNumber, present, required } from './check.ts';
import { dnsLabel, dnsSubdomain, labelKey } from './names.ts';

const address = members({
  ip: endpointAddress(),
  hostname: optional(dnsLabel),
  nodeName: present(dnsSubdomain),
});

/** Returns the check for a port of an Endpoints object. If there are several ports, each port must have a name. */
const port = (isNamed: boolean): Check =>
  members({
    name: isNamed ? required(dnsLabel) : optional(dnsLabel),
    port: (value, path) => portNumber(value ?? 0, path),
    protocol: required(oneOf('SCTP', 'TCP', 'UDP')),
    appProtocol: present(labelKey),
  });

const subset: Check = (value, path) => {
  const given = isRecord(value) ? value : {};
  const isEmpty = ['addresses', 'notReadyAddresses'].every((name) => recordsAt(given, name).length === 0);
  return [
    ...(isEmpty ? [fieldRequired(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...members({
      addresses: items(address),
      notReadyAddresses: items(address),
      ports: items(port(recordsAt(given, 'ports').length > 1)),
    })(given, path),
  ];
};

/** Checks an object of the kind `Endpoints` (`validateEndpointSubsets`). */
export const endpoints: Check = members({ subsets: items(subset) });
