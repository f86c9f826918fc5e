import type { Resource, UntypedObject } from '../objects/index.ts';

/** One collection that a server offers, in one version of its group (`metav1.APIResource`). */
export interface ApiResource extends Resource<UntypedObject> {
  /** The singular name; `''` if the server does not report one. */
  readonly singularName: string;
  /** Short names such as `po`. */
  readonly shortNames: readonly string[];
  /** The categories of the resource, such as `all`. A category is a name for several collections. */
  readonly categories: readonly string[];
  /** The verbs that the server supports, such as `list` and `watch`. */
  readonly verbs: readonly string[];
  /** The subresources, such as `status` and `scale`. */
  readonly subresources: readonly string[];
}

/** All resources that a server offers. */
export interface Discovery {
  /** Groups and versions in the server's order of preference. */
  readonly resources: readonly ApiResource[];
  /** Group versions that could not be read, such as the group version of an extension API server that is down. */
  readonly missing: readonly string[];
}

/** Formats a group version: `apps/v1`, or `v1` for the core group. */
export function groupVersionText(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Joins the discoveries of the paths `/api` and `/apis` of a server. */
export function joinDiscoveries(parts: readonly Discovery[]): Discovery {
  return {
    resources: parts.flatMap(({ resources }) => resources),
    missing: parts.flatMap(({ missing }) => missing),
  };
}
