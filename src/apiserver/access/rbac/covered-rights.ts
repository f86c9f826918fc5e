import { tooLarge } from '../../status/refusals.ts';
import { lowerBound } from '../../storage/sorted-keys.ts';
import { hasOrAll, listOf, type PolicyRule, withoutStars } from './policy-rule.ts';

/**
 * A rule for one right. The rule has one verb on one resource of one group and at most one name, or one verb on one
 * path.
 */
export type Right = PolicyRule;

/**
 * Returns the rights that the rules of a user cover. A right is covered if one of the rules contains the whole right.
 * The function groups the rights that differ only in the name or in the path. So the function reads each rule once per
 * group.
 *
 * @param owned - the rules of the user
 * @param hint - the advice for the client if the check needs too many comparisons
 * @throws Refusal 413 if the check needs too many comparisons
 */
export function coveredRights(
  owned: readonly PolicyRule[],
  rights: readonly Right[],
  hint: string,
): ReadonlySet<Right> {
  const comparisons = new Comparisons(hint);
  const covered = new Set<Right>();
  for (const alike of grouped(rights)) {
    const [{ verbs: [verb = ''], apiGroups, resources: [resource = ''] = [] } = noRight] = alike;
    const isCovered =
      apiGroups === undefined
        ? pathsOf(owned, { verb, paths: new Set(alike.map(pathOf)) }, comparisons)
        : namesOf(
            owned,
            { verb, group: apiGroups[0] ?? '', resource, names: new Set(alike.map(nameOf)) },
            comparisons,
          );
    for (const right of alike) if (isCovered(right)) covered.add(right);
  }
  return covered;
}

const noRight: Right = { verbs: [] };

/** Returns the name of the object in a right. A right without a name is a right on all objects of the resource. */
const nameOf = ({ resourceNames: [name] = [] }: Right): string | undefined => name;

const pathOf = ({ nonResourceURLs: [path = ''] = [] }: Right): string => path;

function grouped(rights: readonly Right[]): Iterable<readonly Right[]> {
  const groups = new Map<string, Right[]>();
  for (const right of rights) {
    const key = JSON.stringify([right.verbs, right.apiGroups, right.resources]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [right]);
    else group.push(right);
  }
  return groups.values();
}

interface AskedNames {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly names: ReadonlySet<string | undefined>;
}

/**
 * Returns a function that checks whether the rules allow a right. All checked rights have the same verb and the same
 * resource, and differ only in the name of the object.
 */
function namesOf(
  owned: readonly PolicyRule[],
  { verb, group, resource, names }: AskedNames,
  comparisons: Comparisons,
): (right: Right) => boolean {
  const allowed = new Set<string | undefined>();
  for (const rule of owned) {
    const [groups, resources] = [listOf(rule.apiGroups), listOf(rule.resources)];
    if (!hasOrAll(comparisons.with(groups), group)) continue;
    if (!hasOrAll(comparisons.with(rule.verbs), verb)) continue;
    if (!coversResource(comparisons.with(resources), resource)) continue;
    const given = comparisons.with(listOf(rule.resourceNames));
    if (given.length === 0) return () => true;
    // The function does not copy all names of the rule, because the creation of a set of millions of names takes
    // seconds.
    for (const name of given) if (names.has(name)) allowed.add(name);
  }
  return (right) => allowed.has(nameOf(right));
}

function coversResource(owned: readonly string[], resource: string): boolean {
  const slash = resource.indexOf('/');
  return hasOrAll(owned, resource) || (slash >= 0 && owned.includes(`*${resource.slice(slash)}`));
}

interface AskedPaths {
  readonly verb: string;
  readonly paths: ReadonlySet<string>;
}

/**
 * Returns a function that checks whether the rules allow a right. All checked rights have the same verb, and differ
 * only in the URL path.
 */
function pathsOf(
  owned: readonly PolicyRule[],
  { verb, paths }: AskedPaths,
  comparisons: Comparisons,
): (right: Right) => boolean {
  const allowed = new Set<string>();
  const starred = new Set<string>();
  for (const rule of owned) {
    const given = listOf(rule.nonResourceURLs);
    if (given.length === 0 || !hasOrAll(comparisons.with(rule.verbs), verb)) continue;
    for (const path of comparisons.with(given)) {
      if (paths.has(path)) allowed.add(path);
      if (!path.endsWith('*')) continue;
      comparisons.sort();
      starred.add(path);
    }
  }
  const beginnings = shortestBeginnings(starred);
  return (right) => {
    const path = pathOf(right);
    if (allowed.has(path)) return true;
    const at = lowerBound(beginnings, path);
    return beginnings[at] === path || (at > 0 && path.startsWith(beginnings[at - 1] ?? ''));
  };
}

/**
 * Removes the stars at the end of the paths, sorts the paths, and drops each path that begins with another path of the
 * list. The returned list contains at most one prefix of a requested path. Only the last path that is not greater than
 * the requested path can be this prefix. So the caller finds it by a binary search.
 */
function shortestBeginnings(paths: ReadonlySet<string>): readonly string[] {
  const shortest: string[] = [];
  const all = [...paths].map(withoutStars);
  for (const beginning of all.sort()) {
    const last = shortest.at(-1);
    if (last === undefined || !beginning.startsWith(last)) shortest.push(beginning);
  }
  return shortest;
}

/** Limits the number of comparisons between strings of rules and strings of rights. */
class Comparisons {
  readonly #hint: string;
  #left = maxComparisons;

  constructor(hint: string) {
    this.#hint = hint;
  }

  /**
   * Counts one comparison for each item of a list, and returns the list.
   *
   * @throws Refusal 413 if the check needs too many comparisons
   */
  with(list: readonly string[]): readonly string[] {
    this.#count(list.length);
    return list;
  }

  /**
   * Counts the work of sorting one string, as {@link comparisonsToSort} comparisons.
   *
   * @throws Refusal 413 if the check needs too many comparisons
   */
  sort(): void {
    this.#count(comparisonsToSort);
  }

  #count(comparisons: number): void {
    this.#left -= comparisons;
    if (this.#left >= 0) return;
    throw tooLarge(
      `the check takes more than ${maxComparisons} comparisons with the rules that the user has; ${this.#hint}`,
    );
  }
}

/** The maximum number of string comparisons in a check. 10 million comparisons take about 0.1 s. */
const maxComparisons = 10_000_000;

/** The time to sort one string, as a number of string comparisons that take the same time. */
const comparisonsToSort = 100;
