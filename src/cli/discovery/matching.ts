import type { DiscoveredResource, Discovery } from './discovery.ts';

/**
 * What a name may mean, in the server's order of preference, as kubectl reads it: plural, singular or kind, else a short
 * name; with `.group`, `.version.group`, or for the core group `.version`. In any case of letters.
 */
export function matching(
  name: string,
  { resources }: Pick<Discovery, 'resources'>,
): readonly DiscoveredResource[] {
  const [word = '', ...rest] = name.toLowerCase().split('.');
  const qualifier = rest.join('.');
  const named = firstWithAny(
    resources.filter((resource) => isNamed(resource, word)),
    resources.filter(({ shortNames }) => shortNames.includes(word)),
  );
  if (rest.length === 0) return named;
  return firstWithAny(
    named.filter((resource) => isQualified(resource, qualifier)),
    // kubectl takes the beginning of a group for the group.
    qualifier === '' ? [] : named.filter(({ group }) => group.startsWith(qualifier)),
  );
}

/** The collections that a category such as `all` means, each in its preferred version. */
export function inCategory(name: string, { resources }: Discovery): readonly DiscoveredResource[] {
  const seen = new Set<string>();
  return resources.filter((one) => {
    const called = `${one.resource}.${one.group}`;
    if (!one.categories.includes(name) || !isWatchable(one) || seen.has(called)) return false;
    seen.add(called);
    return true;
  });
}

/** Whether an informer can keep up with it. */
export function isWatchable({ verbs }: DiscoveredResource): boolean {
  return verbs.includes('list') && verbs.includes('watch');
}

const firstWithAny = <T>(...lists: readonly (readonly T[])[]): readonly T[] =>
  lists.find((list) => list.length > 0) ?? [];

/** A server need not tell the singular: it is the kind then. */
const isNamed = ({ resource, singular, kind }: DiscoveredResource, word: string): boolean =>
  word !== '' && (word === resource || word === singular || word === kind.toLowerCase());

/** kubectl writes `pods.v1.` for the core group, where `pods.v1` says the same. */
const isQualified = ({ group, version }: DiscoveredResource, qualifier: string): boolean =>
  qualifier === group || qualifier === `${version}.${group}` || (group === '' && qualifier === version);
