import { aResource } from '../../objects/index.ts';
import type { DiscoveredResource, Discovery } from './discovery.ts';

/**
 * The same discovery without the resources that are not well-formed, and without group versions whose names are too long.
 * A server writes these words, and the command puts them into paths and into messages.
 */
export function wellFormed({ resources, missing }: Discovery): Discovery {
  return {
    resources: resources.filter(isWellFormed),
    missing: missing.filter((name) => name.length <= longestGroupVersion),
  };
}

/**
 * Whether the group, the version and the name of a resource can be parts of a path, and whether these, its kind and its other
 * names are as short as Kubernetes has them, and printable.
 */
export function isWellFormed(one: DiscoveredResource): boolean {
  const { group, version, resource, kind, singular, shortNames, categories, verbs } = one;
  const words = [group, version, resource, kind, singular, ...shortNames, ...categories, ...verbs];
  return words.every((word) => aWord.test(word)) && aResource.test(one);
}

/** Kubernetes allows 253 characters of a group, and fewer of the other words. Some of them may be absent. */
const aWord = /^[!-~]{0,253}$/;

const longestGroupVersion = 2 * 253 + 1;
