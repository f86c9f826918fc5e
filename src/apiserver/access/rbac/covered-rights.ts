import { tooLarge } from '../../status/refusals.ts';
import { lowerBound } from '../../storage/sorted-keys.ts';
import { hasOrAll, listOf, type PolicyRule, withoutStars } from './policy-rule.ts';

/** A rule of one verb on one resource of one group, of one name at most; or of one verb on one path. */
export type Right = PolicyRule;

/**
 * Which of some rights single rules of others cover. Rights that differ in their name or path alone are looked up together, so
 * that each rule is read once for all of them.
 *
 * @param hint - what a client can do about too many comparisons
 * @throws Refusal 413 for rules and rights that take too many comparisons
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

/** Without a name, the right is one on all names. */
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

/** Whether the name of a right on a resource is one that the rules allow. */
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
    // Not all of the names: a set of millions of them takes seconds.
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

/** Whether the path of a right is one that the rules allow. */
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
 * Paths with a star at their end, without it, sorted; those that begin with another one are left out. So only the last
 * one that is not behind a path can be its beginning.
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

/** Bounds the texts of rules that are compared with texts of rights. */
class Comparisons {
  readonly #hint: string;
  #left = mostComparisons;

  constructor(hint: string) {
    this.#hint = hint;
  }

  /**
   * The list, which counts.
   *
   * @throws Refusal 413
   */
  with(list: readonly string[]): readonly string[] {
    this.#count(list.length);
    return list;
  }

  /**
   * Counts a text that is sorted among others.
   *
   * @throws Refusal 413
   */
  sort(): void {
    this.#count(comparisonsToSort);
  }

  #count(comparisons: number): void {
    this.#left -= comparisons;
    if (this.#left >= 0) return;
    throw tooLarge(
      `the check takes more than ${mostComparisons} comparisons with the rules that the user has; ${this.#hint}`,
    );
  }
}

/** They take about a tenth of a second. */
const mostComparisons = 10_000_000;

/** To sort a text takes as long as so many comparisons. */
const comparisonsToSort = 100;
