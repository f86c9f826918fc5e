import { isRecord } from '../../objects/index.ts';
import { qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { billionthsOf } from '../schema/quantity.ts';
import { type FieldError, fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, members, text } from './check.ts';

/** The resources, apart from extended resources, that a container may request. */
const ofContainers: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** The resources whose quantities must be integers. */
const counted: ReadonlySet<string> = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);

const measured: ReadonlySet<string> = new Set([
  ...ofContainers,
  ...['requests', 'limits'].flatMap((side) => [...ofContainers].map((name) => `${side}.${name}`)),
  'storage',
  'requests.storage',
]);

const hugePages = 'hugepages-';

const isHugePages = (name: string): boolean => name.startsWith(hugePages);

/** Returns whether a resource is native: its name has no domain, or contains `kubernetes.io/`. */
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith('requests.') && qualifiedNameProblems(`requests.${name}`).length === 0;

/**
 * Returns whether the limit of a container for a resource may be higher than the request. For extended resources and
 * huge pages, the limit must equal the request.
 */
export const isOvercommitAllowed = (name: string): boolean => isNative(name) && !isHugePages(name);

/** Checks the name of a resource, such as `cpu` or `example.com/gpu` (`validateResourceName`). */
export const resourceName: Check = text((given) => {
  const problems = qualifiedNameProblems(given);
  if (problems.length > 0 || given.includes('/')) return problems;
  return measured.has(given) ||
    counted.has(given) ||
    isHugePages(given) ||
    given.startsWith('requests.hugepages-')
    ? []
    : ['must be a standard resource type or fully qualified'];
});

/** Checks the name of a resource that a container requests (`validateContainerResourceName`). */
export const containerResourceName: Check = (value, path) => {
  const given = String(value);
  const isKnown = given.includes('/')
    ? isNative(given) || isExtended(given)
    : ofContainers.has(given) || isHugePages(given);
  const why = given.includes('/')
    ? "doesn't follow extended resource name standard"
    : 'must be a standard resource for containers';
  return [...resourceName(given, path), ...(isKnown ? [] : [fieldInvalid(path, given, why)])];
};

const thousandth = 1_000_000n;

/**
 * Returns the check for the quantity of a resource. The quantity may not be negative. For a resource that is counted,
 * such as `pods`, the quantity must be an integer.
 */
export function amount(name: string): Check {
  return (value, path) => {
    const billionths = billionthsOf(value) ?? 0n;
    if (billionths < 0n) return [fieldInvalid(path, value, 'must be greater than or equal to 0')];
    const isWhole = (billionths / thousandth) % 1_000n === 0n;
    return isWhole || !(counted.has(name) || isExtended(name))
      ? []
      : [fieldInvalid(path, value, 'must be an integer')];
  };
}

/**
 * Returns the check for a quantity of huge pages. The quantity must be a multiple of the page size in the resource
 * name, such as `hugepages-2Mi`.
 */
function wholePages(name: string): Check {
  const size = billionthsOf(name.slice(hugePages.length)) ?? 0n;
  return (value, path) => {
    const given = billionthsOf(value) ?? 0n;
    return size > 0n && given > 0n && given % size === 0n
      ? []
      : [fieldInvalid(path, value, `not a positive integer multiple of ${name}`)];
  };
}

/** Checks the `requests` or the `limits` of a container: the resource names and the quantities. */
const amounts: Check = (value, path) =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, given]) => [
    ...containerResourceName(name, `${path}[${name}]`),
    ...amount(name)(given, `${path}[${name}]`),
    ...(isHugePages(name) ? wholePages(name)(given, `${path}[${name}]`) : []),
  ]);

function requestErrors(name: string, request: unknown, limit: unknown, path: string): readonly FieldError[] {
  if (limit === undefined)
    return isOvercommitAllowed(name)
      ? []
      : [fieldRequired(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
  const [asked, most] = [billionthsOf(request) ?? 0n, billionthsOf(limit) ?? 0n];
  if (asked > most || (asked < most && !isOvercommitAllowed(name))) {
    const relation = isOvercommitAllowed(name) ? 'less than or equal to' : 'equal to';
    const why = `must be ${relation} ${name} limit of ${JSON.stringify(limit)}`;
    return [fieldInvalid(`${path}.requests`, request, why)];
  }
  return [];
}

/** Checks the requests and the limits of a container (`ValidateContainerResourceRequirements`). */
export const containerResources: Check = (value, path) => {
  const { limits, requests } = isRecord(value) ? value : {};
  const [most, asked] = [isRecord(limits) ? limits : {}, isRecord(requests) ? requests : {}];
  const names = [...Object.keys(most), ...Object.keys(asked)];
  return [
    ...members({ limits: amounts, requests: amounts })(value, path),
    ...Object.entries(asked).flatMap(([name, request]) => requestErrors(name, request, most[name], path)),
    ...(names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')
      ? [fieldForbidden(path, 'HugePages require cpu or memory')]
      : []),
  ];
};
