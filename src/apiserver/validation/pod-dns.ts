import { isRecord } from '../../objects/index.ts';
import { fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { ipAddress } from './addresses.ts';
import { type Check, items, members, text } from './check.ts';

const most = { nameservers: 3, searches: 32, characters: 2_048 };

/**
 * Checks a DNS search domain of a pod. The resolver appends search domains to short names. Unlike other DNS subdomains,
 * a search domain may contain underscores.
 */
const search = text((given) =>
  given === '.' || /^[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?(\.[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?)*\.?$/.test(given)
    ? given.length > 254
      ? 'must be no more than 253 characters'
      : undefined
    : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-', '_' or '.'",
);

const limited = (name: 'nameservers' | 'searches'): Check => {
  return (value, path) =>
    Array.isArray(value) && value.length > most[name]
      ? [fieldInvalid(path, value, `must not have more than ${most[name]} ${name}`)]
      : [];
};

const config: Check = (value, path) => {
  const { searches, options } = isRecord(value) ? value : {};
  const length = Array.isArray(searches) ? searches.join(' ').length : 0;
  return [
    ...members({ nameservers: limited('nameservers') })(value, path),
    ...members({ nameservers: items(ipAddress), searches: limited('searches') })(value, path),
    ...(length > most.characters
      ? [fieldInvalid(`${path}.searches`, searches, `must not have more than ${most.characters} characters`)]
      : []),
    ...items(search)(searches, `${path}.searches`),
    ...items((option, at) =>
      isRecord(option) && (option['name'] ?? '') !== '' ? [] : [fieldRequired(at, 'must not be empty')],
    )(options, `${path}.options`),
  ];
};

/**
 * Checks the DNS config of a pod (`validatePodDNSConfig`). The DNS policy `None` requires at least one DNS server in
 * the config.
 */
export const podDns: Check = (value, path) => {
  const { dnsPolicy, dnsConfig } = isRecord(value) ? value : {};
  const at = `${path}.dnsConfig`;
  if (dnsPolicy === 'None') {
    if (!isRecord(dnsConfig)) return [fieldRequired(at, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (!Array.isArray(dnsConfig['nameservers']) || dnsConfig['nameservers'].length === 0)
      return [fieldRequired(`${at}.nameservers`, 'must provide at least one DNS nameserver')];
  }
  return isRecord(dnsConfig) ? config(dnsConfig, at) : [];
};
