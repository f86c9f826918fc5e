import { aResource } from '../objects/index.ts';
import type { ApiResource, Discovery } from './api-resource.ts';

/**
 * Returns the discovery without malformed resources, and without group versions whose names are too long. The command
 * puts these names, which the server has chosen, into paths and messages.
 */
export function wellFormed({ resources, missing }: Discovery): Discovery {
  return {
    resources: resources.filter(isWellFormedResource),
    missing: missing.filter((name) => name.length <= longestGroupVersion),
  };
}

/**
 * Whether a resource is well-formed. Its group, version and name must be valid parts of a URL path. All its names must
 * be printable and within the length limits of Kubernetes.
 */
export function isWellFormedResource(one: ApiResource): boolean {
  const { group, version, resource, kind, singularName, shortNames, categories, verbs } = one;
  const words = [group, version, resource, kind, singularName, ...shortNames, ...categories, ...verbs];
  return words.every((word) => aWord.test(word)) && aResource.test(one);
}

/**
 * Kubernetes allows 253 characters for a group, and fewer characters for any other name. Some of the names may be
 * absent.
 */
const aWord = /^[!-~]{0,253}$/;

/** Two names of 253 characters, and the slash between the group and the version. */
const longestGroupVersion = 507;
