import type { AccessAttributes } from '../attributes.ts';

/** A `PolicyRule` of `rbac.authorization.k8s.io/v1`, as a role contains it. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Returns `true` if a rule allows a request. */
export function allows(rule: PolicyRule, attributes: AccessAttributes): boolean {
  const { verb, path, group = '', resource, subresource = '', name = '' } = attributes;
  if (!hasOrAll(rule.verbs, verb)) return false;
  if (resource === undefined) return (rule.nonResourceURLs ?? []).some((url) => leadsTo(url, path));
  const { apiGroups = [], resources = [], resourceNames = [] } = rule;
  return (
    hasOrAll(apiGroups, group) &&
    resources.some((one) => isOf(one, resource, subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  );
}

/** Returns `true` if a list contains a value or `*`. */
export function hasOrAll(list: readonly string[], one: string): boolean {
  return list.includes('*') || list.includes(one);
}

/**
 * Returns `true` if an item of `resources` matches a resource and a subresource. `*` matches every resource and every
 * subresource. `pods/log` matches one subresource of one resource. A star with a subresource, for example `*` followed
 * by `/scale`, matches the subresource of every resource.
 */
function isOf(given: string, resource: string, subresource: string): boolean {
  if (given === '*') return true;
  if (subresource === '') return given === resource;
  return given === `${resource}/${subresource}` || given === `*/${subresource}`;
}

/**
 * Returns `true` if a path in a rule matches the path of a request. A path that ends with stars matches every path with
 * the prefix before the stars.
 */
function leadsTo(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)));
}

/** Removes the stars at the end of a path, as Go's `TrimRight(path, "*")` does. */
export function withoutStars(path: string): string {
  let end = path.length;
  while (path[end - 1] === '*') end--;
  return path.slice(0, end);
}

/**
 * Returns a list in a rule, for example the list `resources`. Returns an empty list if the stored rule has `null`
 * instead of a list.
 */
export const listOf = (list: readonly string[] | null | undefined): readonly string[] => list ?? [];

/** Removes duplicate rules and keeps the order of the rules. */
export function withoutEqualRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const texts = new Set<string>();
  return rules.filter((rule) => texts.size < texts.add(ruleText(rule)).size);
}

/** Returns a text for the comparison of rules. The text does not depend on the order of the members of the rule. */
export const ruleText = (rule: { readonly [Name in keyof PolicyRule]?: unknown }): string =>
  JSON.stringify(members.map((name) => rule[name] ?? []));

const members = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;
