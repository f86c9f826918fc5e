import type { AccessAttributes } from '../attributes.ts';

/** `rbac.authorization.k8s.io/v1`, as it is in a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Whether a rule allows it. */
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

/** A star stands for everything. */
export function hasOrAll(list: readonly string[], one: string): boolean {
  return list.includes('*') || list.includes(one);
}

/** `*` is everything, `pods/log` one part of one resource, and `*` with a slash behind it that part of all. */
function isOf(given: string, resource: string, subresource: string): boolean {
  if (given === '*') return true;
  if (subresource === '') return given === resource;
  return given === `${resource}/${subresource}` || given === `*/${subresource}`;
}

/** Stars at the end stand for whatever follows. */
function leadsTo(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)));
}

/** A path without the stars at its end, as Go's `TrimRight(path, "*")`. */
export function withoutStars(path: string): string {
  let end = path.length;
  while (path[end - 1] === '*') end--;
  return path.slice(0, end);
}

/** A list in a rule; in storage it may be null. */
export const listOf = (list: readonly string[] | null | undefined): readonly string[] => list ?? [];

/** Rules that say the same once each, in their order. */
export function withoutEqualRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const texts = new Set<string>();
  return rules.filter((rule) => texts.size < texts.add(ruleText(rule)).size);
}

/** What a rule says, whatever the order of its members. */
export const ruleText = (rule: { readonly [Name in keyof PolicyRule]?: unknown }): string =>
  JSON.stringify(members.map((name) => rule[name] ?? []));

const members = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;
