import { isRecord } from '../../objects/index.ts';
import { fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { blockOf, cidr, isStrictSubset } from './addresses.ts';
import { type Check, every, items, members, oneOf, optional, portNumber, present } from './check.ts';
import { portNumberOrName } from './names.ts';
import { selector } from './selected-template.ts';

const endPort: Check = (value, path) => {
  const { port, endPort: last } = isRecord(value) ? value : {};
  if (last === undefined) return [];
  const at = `${path}.endPort`;
  if (port === undefined)
    return [fieldInvalid(at, last, 'may not be specified when `port` is not specified')];
  if (typeof port === 'string')
    return [fieldInvalid(at, last, 'may not be specified when `port` is non-numeric')];
  return [
    ...(Number(last) < Number(port)
      ? [fieldInvalid(at, port, 'must be greater than or equal to `port`')]
      : []),
    ...portNumber(last, at),
  ];
};

const port: Check = every(
  members({ protocol: present(oneOf('SCTP', 'TCP', 'UDP')), port: present(portNumberOrName) }),
  endPort,
);

const ipBlock: Check = (value, path) => {
  const { cidr: whole, except } = isRecord(value) ? value : {};
  const problems = cidr(whole, `${path}.cidr`);
  const outer = blockOf(whole);
  if (outer === undefined) return problems;
  const part: Check = (one, at) => {
    const ownProblems = cidr(one, at);
    const inner = blockOf(one);
    if (ownProblems.length > 0 || inner === undefined) return ownProblems;
    return isStrictSubset(inner, outer) ? [] : [fieldInvalid(at, one, 'must be a strict subset of `cidr`')];
  };
  return [...problems, ...items(part)(except, `${path}.except`)];
};

const kinds = ['podSelector', 'namespaceSelector', 'ipBlock'];

const peer: Check = every(
  members({ podSelector: selector, namespaceSelector: selector, ipBlock: present(ipBlock) }),
  (value, path) => {
    const given = isRecord(value) ? kinds.filter((kind) => isRecord(value[kind])) : [];
    if (given.length === 0) return [fieldRequired(path, 'must specify a peer')];
    return given.length > 1 && given.includes('ipBlock')
      ? [fieldForbidden(path, 'may not specify both ipBlock and another peer')]
      : [];
  },
);

const policyTypes: Check = (value, path) =>
  Array.isArray(value) && value.length > 2
    ? [fieldInvalid(path, value, 'may not specify more than two policyTypes')]
    : items(oneOf('Egress', 'Ingress'))(value, path);

/** Checks the spec of a network policy (`ValidateNetworkPolicySpec`). */
export const networkPolicySpec: Check = members({
  podSelector: selector,
  ingress: items(members({ ports: items(port), from: items(peer) })),
  egress: items(members({ ports: items(port), to: items(peer) })),
  policyTypes: optional(policyTypes),
});
