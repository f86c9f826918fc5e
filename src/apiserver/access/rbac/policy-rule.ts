import type { AccessAttributes } from '../attributes.ts';

/** A `PolicyRule` of `rbac.authorization.k8s.io/v1`, as a role contains it. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Checks whether a rule allows a request. */
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

/** Checks whether a list contains a value or a star. */
export function hasOrAll(list: readonly string[], one: string): boolean {
  return list.includes('*') || list.includes(one);
}

/**
 * `*` matches every resource and subresource, `pods/log` one subresource of one resource, and `*` plus a slash and a
 * subresource matches this subresource of every resource.
 */
function isOf(given: string, resource: string, subresource: string): boolean {
  if (given === '*') return true;
  if (subresource === '') return given === resource;
  return given === `${resource}/${subresource}` || given === `*/${subresource}`;
}

/** A path with stars at its end matches every path with this prefix. */
function leadsTo(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)));
}

/** Removes the stars at the end of a path, as Go's `TrimRight(path, "*")` does. */
export function withoutStars(path: string): string {
  let end = path.length;
  while (path[end - 1] === '*') end--;
  return path.slice(0, end);
}

/** Returns a list of a rule. A stored rule may have null instead of a list. */
export const listOf = (list: readonly string[] | null | undefined): readonly string[] => list ?? [];

/** Removes duplicate rules and keeps the order. */
export function withoutEqualRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const texts = new Set<string>();
  return rules.filter((rule) => texts.size < texts.add(ruleText(rule)).size);
}

/** The text of a rule, which does not depend on the order of the rule's members. */
export const ruleText = (rule: { readonly [Name in keyof PolicyRule]?: unknown }): string =>
  JSON.stringify(members.map((name) => rule[name] ?? []));

const members = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;
