import { tooLarge } from '../../status/refusals.ts';
import { coveredRights, type Right } from './covered-rights.ts';
import { listOf, type PolicyRule } from './policy-rule.ts';

/**
 * What of some rules is not covered by others, in rules of one group, one resource and one name or path each.
 *
 * @throws Refusal 413 for rules that stand for too many rights, or that take too many comparisons
 */
export function uncovered(
  owned: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  const rights = wanted.reduce((sum, rule) => sum + rightsIn(rule), 0);
  if (rights > mostRights) {
    throw tooLarge(
      `the rules stand for more than ${mostRights} rights, each of which is checked; use *, or several roles`,
    );
  }
  const each = wanted.flatMap((rule) => [...brokenDown(rule)]);
  const covered = coveredRights(owned, each);
  return each.filter((right) => !covered.has(right));
}

/** How many rules {@link brokenDown} makes. */
function rightsIn({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number {
  const ofThings =
    listOf(apiGroups).length * listOf(resources).length * Math.max(1, listOf(resourceNames).length);
  return listOf(verbs).length * (ofThings + listOf(nonResourceURLs).length);
}

const mostRights = 10_000;

/** One rule for each verb on each thing: only so can several rules together cover one. */
function* brokenDown(rule: PolicyRule): Generator<Right> {
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

/**
 * Rules as the real server tells them, one a line and in order: those of one verb each on the same thing are one again.
 */
export function describeRules(rules: readonly PolicyRule[]): string {
  const merged = new Map<string, PolicyRule & { readonly verbs: string[] }>();
  for (const rule of rules) {
    const { verbs, ...thing } = rule;
    const key = JSON.stringify(rule.nonResourceURLs === undefined ? thing : rule);
    const same = merged.get(key);
    if (same === undefined) merged.set(key, { ...thing, verbs: [...verbs] });
    else for (const verb of verbs) same.verbs.push(verb);
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
