import { tooLarge } from '../../status/refusals.ts';
import { coveredRights, type Right } from './covered-rights.ts';
import { listOf, type PolicyRule } from './policy-rule.ts';

/**
 * Returns the part of the wanted rules that the owned rules do not cover, broken down into rules of one verb on one
 * resource, one name or one path.
 *
 * @throws Refusal 413 for rules that stand for too many rights, or that take too many comparisons
 */
export function uncovered(
  owned: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  checkRights(wanted.map(rightsIn));
  const each = wanted.flatMap((rule) => [...brokenDown(rule)]);
  const covered = coveredRights(owned, each, shorterRules);
  return each.filter((right) => !covered.has(right));
}

const shorterRules = 'use *, or several roles, or bind fewer roles to the user';

interface Amount {
  readonly rights: number;
  /** The sum of the lengths of all strings in these rights. */
  readonly characters: number;
}

/** Counts the rules that {@link brokenDown} makes. */
function rightsIn(rule: PolicyRule): Amount {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const names = listOf(resourceNames).length === 0 ? [''] : listOf(resourceNames);
  const ofThings = productOf([listOf(verbs), listOf(apiGroups), listOf(resources), names]);
  const ofPaths = productOf([listOf(verbs), listOf(nonResourceURLs)]);
  return {
    rights: ofThings.rights + ofPaths.rights,
    characters: ofThings.characters + ofPaths.characters,
  };
}

/** Each string occurs in as many rights as there are combinations of the other lists. */
function productOf(lists: readonly (readonly string[])[]): Amount {
  const rights = lists.reduce((product, { length }) => product * length, 1);
  if (rights === 0) return { rights, characters: 0 };
  const inList = (list: readonly string[]): number => list.reduce((sum, text) => sum + text.length, 0);
  const characters = lists.reduce((sum, list) => sum + (inList(list) * rights) / list.length, 0);
  return { rights, characters };
}

/** @throws Refusal 413 */
function checkRights(amounts: readonly Amount[]): void {
  const rights = amounts.reduce((sum, amount) => sum + amount.rights, 0);
  const characters = amounts.reduce((sum, amount) => sum + amount.characters, 0);
  if (rights > maxRights) {
    throw tooLarge(
      `the rules stand for more than ${maxRights} rights, each of which is checked; use *, or several roles`,
    );
  }
  if (characters > maxCharacters) {
    throw tooLarge(
      `the rules stand for ${rights} rights with more than ${maxCharacters} characters in their texts; ` +
        'use shorter texts, or several roles',
    );
  }
}

const maxRights = 10_000;

/** The refusal names each right that the user lacks. */
const maxCharacters = 8 * 1_048_576;

/**
 * One rule for each verb on each resource, name or path. Several owned rules together can cover a wanted rule only if
 * the wanted rule is broken down in this way.
 */
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

/** Describes rules as kube-apiserver does: sorted, one rule a line. Merges rules that differ only in their verbs. */
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

/** A list of strings in the notation of Go (`%q`). */
export function inGo(list: readonly string[]): string {
  return `[${list.map((one) => JSON.stringify(one)).join(' ')}]`;
}
