import { Refusal } from '../../status/refusal.ts';
import { hasOrAll, leadsTo, type PolicyRule } from './policy-rule.ts';

/**
 * What of some rules is not covered by others, in rules of one group, one resource and one name or path each.
 *
 * @throws Refusal 413 for rules that stand for too many rights
 */
export function uncovered(
  owned: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  const rights = wanted.reduce((sum, rule) => sum + rightsIn(rule), 0);
  if (rights > mostRights) {
    throw new Refusal({
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: `Request entity too large: the rules stand for more than ${mostRights} rights, each of which is checked; use *, or several roles`,
    });
  }
  return wanted
    .flatMap((rule) => [...brokenDown(rule)])
    .filter((rule) => !owned.some((owner) => covers(owner, rule)));
}

/** How many rules {@link brokenDown} makes. */
function rightsIn({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number {
  const ofThings =
    listOf(apiGroups).length * listOf(resources).length * Math.max(1, listOf(resourceNames).length);
  return listOf(verbs).length * (ofThings + listOf(nonResourceURLs).length);
}

const mostRights = 10_000;

/** One rule for each verb on each thing: only so can several rules together cover one. */
function* brokenDown(rule: PolicyRule): Generator<PolicyRule> {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  for (const group of listOf(apiGroups)) {
    for (const resource of listOf(resources)) {
      for (const verb of listOf(verbs)) {
        const one = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (listOf(resourceNames).length === 0) yield one;
        for (const name of listOf(resourceNames)) yield { ...one, resourceNames: [name] };
      }
    }
  }
  for (const url of listOf(nonResourceURLs))
    for (const verb of listOf(verbs)) yield { nonResourceURLs: [url], verbs: [verb] };
}

/** @param rule - broken down */
function covers(
  owner: PolicyRule,
  { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule,
) {
  const [name] = listOf(resourceNames);
  const names = listOf(owner.resourceNames);
  return (
    verbs.every((verb) => hasOrAll(owner.verbs, verb)) &&
    listOf(apiGroups).every((group) => hasOrAll(listOf(owner.apiGroups), group)) &&
    listOf(resources).every((resource) => coversResource(listOf(owner.resources), resource)) &&
    listOf(nonResourceURLs).every((url) => listOf(owner.nonResourceURLs).some((one) => leadsTo(one, url))) &&
    (names.length === 0 || (name !== undefined && names.includes(name)))
  );
}

function coversResource(owned: readonly string[], resource: string): boolean {
  const slash = resource.indexOf('/');
  return hasOrAll(owned, resource) || (slash >= 0 && owned.includes(`*${resource.slice(slash)}`));
}

/**
 * Rules as the real server tells them, one a line and in order: those of one verb each on the same thing are one again.
 */
export function describeRules(rules: readonly PolicyRule[]): string {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { verbs, ...thing } = rule;
    const key = JSON.stringify(rule.nonResourceURLs === undefined ? thing : rule);
    merged.set(key, { ...thing, verbs: [...(merged.get(key)?.verbs ?? []), ...verbs] });
  }
  const lines = [...merged.values()].map((rule) => {
    const parts = [
      ['APIGroups', rule.apiGroups],
      ['Resources', rule.resources],
      ['NonResourceURLs', rule.nonResourceURLs],
      ['ResourceNames', rule.resourceNames],
      ['Verbs', rule.verbs],
    ] as const;
    const shown = parts.flatMap(([name, list]) => (list === undefined ? [] : [`${name}:${inGo(list)}`]));
    return `{${shown.join(', ')}}`;
  });
  return [...new Set(lines)].sort().join('\n');
}

/** A list of texts as Go shows it. */
export function inGo(list: readonly string[]): string {
  return `[${list.map((one) => JSON.stringify(one)).join(' ')}]`;
}

/** Rules in storage may have null. */
const listOf = (list: readonly string[] | null | undefined): readonly string[] => list ?? [];
