import type { ApiResource, Discovery } from './api-resource.ts';

/** The resources of a discovery, indexed by name. Each list is in the server's order of preference. */
export interface ResourceIndex {
  /** Resources by plural, by singular and by kind. */
  readonly named: ReadonlyMap<string, readonly ApiResource[]>;
  readonly shortNamed: ReadonlyMap<string, readonly ApiResource[]>;
  /** The resources by category. A category such as `all` is a name for several resources. */
  readonly categories: ReadonlyMap<string, readonly ApiResource[]>;
  /**
   * Whether the plural name of a resource belongs to only one watchable resource, and not to resources of several
   * groups.
   */
  readonly isAlone: (one: ApiResource) => boolean;
}

/**
 * Indexes the resources in one pass. A server may offer 50,000 resources. Without the index, the search for
 * each name that the user typed would take 0.1 s.
 */
export function indexOf({ resources }: Pick<Discovery, 'resources'>): ResourceIndex {
  const [named, shortNamed, categories] = [listMap(), listMap(), listMap()];
  const meanings = new Map<string, string>();
  for (const one of resources) {
    // A server may omit the singular. Kubernetes then uses the kind in lower case.
    const words = [one.resource, one.singularName, one.kind.toLowerCase()];
    addTo(named, words, one);
    addTo(shortNamed, one.shortNames, one);
    addTo(categories, one.categories, one);
    if (!isWatchable(one)) continue;
    const meaning = meaningOf(one);
    for (const word of words)
      meanings.set(word, (meanings.get(word) ?? meaning) === meaning ? meaning : several);
  }
  named.delete('');
  const isAlone: ResourceIndex['isAlone'] = (one) => meanings.get(one.resource) === meaningOf(one);
  return { named, shortNamed, categories, isAlone };
}

/** Returns a text that identifies a collection, regardless of its version. */
export const meaningOf = ({ group, resource }: ApiResource): string => `${resource}/${group}`;
const several = '';

const listMap = (): Map<string, ApiResource[]> => new Map();

function addTo(lists: Map<string, ApiResource[]>, words: readonly string[], one: ApiResource): void {
  for (const word of words) {
    const list = lists.get(word);
    if (list === undefined) lists.set(word, [one]);
    else if (list.at(-1) !== one) list.push(one); // one resource can have the same name twice, for example as plural and as short name
  }
}

/**
 * Returns the resources that a name may mean, in the server's order of preference. Reads the name as kubectl does:
 * first as a plural, a singular or a kind, and then as a short name. The name may end with `.group`, `.version.group`,
 * or `.version` for the core group. Ignores case.
 */
export function matching(name: string, { named, shortNamed }: ResourceIndex): readonly ApiResource[] {
  const [word = '', ...rest] = name.toLowerCase().split('.');
  const qualifier = rest.join('.');
  const meant = named.get(word) ?? shortNamed.get(word) ?? [];
  if (rest.length === 0) return meant;
  return firstWithAny(
    meant.filter((resource) => isQualified(resource, qualifier)),
    // As in kubectl, a prefix of a group matches the group.
    qualifier === '' ? [] : meant.filter(({ group }) => group.startsWith(qualifier)),
  );
}

/** Returns the collections of a category such as `all` that can be watched, each in its preferred version. */
export function inCategory(name: string, { categories }: ResourceIndex): readonly ApiResource[] {
  const seen = new Set<string>();
  return (categories.get(name) ?? []).filter((one) => {
    const called = `${one.resource}.${one.group}`;
    if (!isWatchable(one) || seen.has(called)) return false;
    seen.add(called);
    return true;
  });
}

/** Whether an informer can list and watch the resource. */
export function isWatchable({ verbs }: ApiResource): boolean {
  return verbs.includes('list') && verbs.includes('watch');
}

const firstWithAny = <T>(...lists: readonly (readonly T[])[]): readonly T[] =>
  lists.find((list) => list.length > 0) ?? [];

/**
 * Whether the text after the name matches the group or the version. kubectl writes `pods.v1.` for the core group;
 * `pods.v1` means the same in this command.
 */
const isQualified = ({ group, version }: ApiResource, qualifier: string): boolean =>
  qualifier === group || qualifier === `${version}.${group}` || (group === '' && qualifier === version);
