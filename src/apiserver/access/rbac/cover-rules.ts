import { tooLarge } from '../../status/refusals.ts';
import { coveredRights, type Right } from './covered-rights.ts';
import { listOf, type PolicyRule } from './policy-rule.ts';

/**
 * Returns the rights in the `wanted` rules that the `owned` rules do not cover. The `owned` rules are the rules of a
 * user. Each returned rule is one right: one verb on one resource, on one named object or on one path.
 *
 * @throws Refusal 413 if the wanted rules grant too many single rights, or if the check needs too many comparisons
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
  /** The sum of the lengths of all strings in the rights, in UTF-16 code units. */
  readonly characters: number;
}

/** Counts the rights that {@link brokenDown} yields for a rule. */
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

/**
 * A combination contains one item of each list. The function counts the combinations, and the characters in all
 * combinations. Each string of a list occurs once for each combination of the items of the other lists.
 */
function productOf(lists: readonly (readonly string[])[]): Amount {
  const rights = lists.reduce((product, { length }) => product * length, 1);
  if (rights === 0) return { rights, characters: 0 };
  const inList = (list: readonly string[]): number => list.reduce((sum, text) => sum + text.length, 0);
  const characters = lists.reduce((sum, list) => sum + (inList(list) * rights) / list.length, 0);
  return { rights, characters };
}

/**
 * Checks that the wanted rules do not grant too many single rights, for example one right for each combination of a
 * verb and a resource.
 *
 * @throws Refusal 413 for too many rights or characters
 */
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

/**
 * The maximum number of characters in the checked rights. The limit keeps the refusal small, because the refusal names
 * each right that the user lacks.
 */
const maxCharacters = 8 * 1_048_576;

/**
 * Splits a rule into rights. Yields one right for each verb on each resource, name or path. The check compares single
 * rights, because several rules of a user together can cover one wanted rule.
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

/**
 * Describes rules as kube-apiserver does: sorted, with one rule per line. Merges rules that differ only in the verbs.
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

/** Formats a list of strings as Go's `%q` does. */
export function inGo(list: readonly string[]): string {
  return `[${list.map((one) => JSON.stringify(one)).join(' ')}]`;
}
