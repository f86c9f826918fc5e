import { aResource } from '../../objects/index.ts';
import type { DiscoveredResource, Discovery } from './discovery.ts';

/**
 * Returns the discovery without malformed resources, and without group versions whose names are too long. The server
 * writes these words, and the command puts them into paths and into messages.
 */
export function wellFormed({ resources, missing }: Discovery): Discovery {
  return {
    resources: resources.filter(isWellFormed),
    missing: missing.filter((name) => name.length <= longestGroupVersion),
  };
}

/**
 * Whether the group, the version and the name of a resource can be parts of a path, and whether these, its kind and its
 * other names are printable and within the length limits of Kubernetes.
 */
export function isWellFormed(one: DiscoveredResource): boolean {
  const { group, version, resource, kind, singular, shortNames, categories, verbs } = one;
  const words = [group, version, resource, kind, singular, ...shortNames, ...categories, ...verbs];
  return words.every((word) => aWord.test(word)) && aResource.test(one);
}

/** Kubernetes allows 253 characters for a group, and fewer for the other words. Some of the words may be absent. */
const aWord = /^[!-~]{0,253}$/;

const longestGroupVersion = 2 * 253 + 1;
