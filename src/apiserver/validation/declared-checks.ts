import { isRecord } from '../../objects/index.ts';
import { subdomainProblem } from '../metadata/dns-name.ts';
import { fieldDuplicate, fieldTooLong } from '../status/invalid.ts';
import { atMost, type Check, different, number, oneOf, text } from './check.ts';
import { dnsLabel, dnsSubdomain, labelKey } from './names.ts';

/**
 * The checks for texts, by the format name in a declared rule. The rules come from the `+k8s:format` markers of the Go
 * types.
 */
const formats: Readonly<Record<string, Check>> = {
  'k8s-short-name': dnsLabel,
  'k8s-long-name': dnsSubdomain,
  'k8s-long-name-caseless': text((given) => subdomainProblem(given.toLowerCase(), 'characters')),
  'k8s-label-key': labelKey,
  'k8s-extended-resource-name': labelKey,
  'k8s-resource-fully-qualified-name': text((given) => {
    const [domain = '', name, ...more] = given.split('/');
    if (name === undefined || more.length > 0) return 'a fully qualified name must be a domain and a name';
    return subdomainProblem(domain, 'characters') ?? identifierProblem(name);
  }),
  'k8s-resource-pool-name': text((given) => {
    if (given.length > 253) return 'must be no more than 253 bytes';
    return given.split('/').flatMap((part) => subdomainProblem(part, 'characters') ?? []);
  }),
  'k8s-uuid': text((given) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(given)
      ? undefined
      : 'must be a lowercase UUID in 8-4-4-4-12 format',
  ),
};

const identifierProblem = (name: string): string | undefined =>
  name.length <= 32 && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? undefined : 'must be a C identifier';

const none: Check = () => [];

const tooLong = (most: number, lengthOf: (given: string) => number): Check => {
  return (value, path) => (lengthOf(String(value)) > most ? [fieldTooLong(path, most)] : []);
};

/** Returns a check for a list whose items must differ in at least one of the given members. */
function differentBy(keys: readonly string[]): Check {
  return (value, path) => {
    const seen = new Set<string>();
    return (Array.isArray(value) ? value : []).flatMap((item: unknown, at) => {
      const key = keys.map((name) => (isRecord(item) ? item[name] : undefined));
      const text = JSON.stringify(key);
      const isRepeated = seen.has(text);
      seen.add(text);
      return isRepeated ? [fieldDuplicate(`${path}[${at}]`, key.length === 1 ? key[0] : key)] : [];
    });
  };
}

const eachKey = (check: Check): Check => {
  return (value, path) => Object.keys(isRecord(value) ? value : {}).flatMap((key) => check(key, path));
};

/**
 * Returns the check for one declared rule, such as `maxItems=10`. `npm run suite -- apiserver:declared-rules` generates
 * the rules in the format that this function parses.
 *
 * @param all - all rules of the same field. For a list, these rules also name the members that identify an item.
 */
export function declaredCheck(rule: string, all: readonly string[]): Check {
  const end = rule.indexOf('=');
  const [name, argument] = end === -1 ? [rule, ''] : [rule.slice(0, end), rule.slice(end + 1)];
  const most = Number(argument);
  switch (name) {
    case 'minimum':
      return (value, path) =>
        number((given) => given >= most, `must be greater than or equal to ${argument}`)(value, path);
    case 'maxItems':
      return atMost(most, none);
    case 'maxLength':
      return tooLong(most, (given) => Array.from(given).length);
    case 'maxBytes':
      return tooLong(most, (given) => Buffer.byteLength(given));
    case 'enum':
      return oneOf(...argument.split('|'));
    case 'format':
      return formatNamed(argument);
    case 'eachKey':
      return eachKey(formatNamed(argument.replace('+k8s:format=', '')));
    case 'unique':
      return argument === 'set' ? different : differentBy(keysIn(all));
    default:
      return none;
  }
}

const keysIn = (all: readonly string[]): readonly string[] =>
  all.flatMap((one) => (one.startsWith('listMapKey=') ? [one.slice('listMapKey='.length)] : []));

function formatNamed(name: string): Check {
  const format = formats[name];
  if (format === undefined) throw new Error(`declared rules: unknown format '${name}'`);
  return format;
}
