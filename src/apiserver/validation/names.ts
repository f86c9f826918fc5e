import { labelProblem, subdomainProblem } from '../metadata/dns-name.ts';
import { qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { type Check, number, required, text } from './check.ts';

/** Checks a DNS label, for example the name of a container or a volume. */
export const dnsLabel: Check = text(labelProblem);

/** Checks a DNS subdomain, for example the name of an object. */
export const dnsSubdomain: Check = text((given) => subdomainProblem(given, 'characters'));

export const labelKey: Check = text(qualifiedNameProblems);

/** Checks the name of a port (RFC 6335). */
export const portName: Check = text((given) => {
  if (given.length > 15) return 'must be no more than 15 characters';
  if (!/^[-a-z0-9]*$/.test(given))
    return 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)';
  if (!/[a-z]/.test(given)) return 'must contain at least one letter (a-z)';
  if (given.includes('--')) return 'must not contain consecutive hyphens';
  return /^-|-$/.test(given) ? 'must not begin or end with a hyphen' : undefined;
});

/** Checks a port that is given as a number or as a name. */
export const portNumberOrName: Check = (value, path) =>
  typeof value === 'string'
    ? portName(value, path)
    : number((given) => given >= 1 && given <= 65_535, 'must be between 1 and 65535, inclusive')(
        value ?? 0,
        path,
      );

/** Checks a domain that is followed by a path, such as `acme.io/foo`. */
export const domainPrefixedPath: Check = required(
  text((given) => {
    const [, host = '', path = ''] = /^([^/]*)\/(.+)$/s.exec(given) ?? [];
    if (host === '' || path === '') return 'must be a domain-prefixed path (such as "acme.io/foo")';
    return subdomainProblem(host, 'characters') ?? (httpPath.test(path) ? undefined : 'Invalid path');
  }),
);

const httpPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** Checks a name that must be valid as one segment of a URL path. */
export const pathSegment: Check = required(
  text((given) => {
    if (given === '.' || given === '..') return `may not be '${given}'`;
    return ['/', '%'].filter((part) => given.includes(part)).map((part) => `may not contain '${part}'`);
  }),
);

/** Checks the name of a CSI driver. Upper-case letters are allowed. */
export const driverName: Check = required(
  text((given) => [
    ...(given.length > 63 ? ['must be no more than 63 bytes'] : []),
    ...[subdomainProblem(given.toLowerCase(), 'characters') ?? []].flat(),
  ]),
);

/** Checks a key in the data of a config map or a secret. */
export const configKey: Check = text((given) => {
  if (given.length > 253) return 'must be no more than 253 characters';
  if (!/^[-._a-zA-Z0-9]+$/.test(given))
    return "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  return given === '.' || given.startsWith('..') ? "must not be '.' or begin with '..'" : undefined;
});
