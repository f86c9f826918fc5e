/** One collection as a server offers it, in one version of its group. */
export interface DiscoveredResource {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** The singular name; `''` where the server does not say. */
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** Groups of collections that have a name: `all`. */
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

/** All that a server offers. */
export interface Discovery {
  /** Groups and versions in the server's order of preference. */
  readonly resources: readonly DiscoveredResource[];
  /** Group versions that could not be read: an extension's API server that is down. */
  readonly missing: readonly string[];
}

/** `apps/v1`, or `v1` for the core group. */
export function groupVersionText(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The one or the other of two parts of a server. */
export function joinDiscoveries(parts: readonly Discovery[]): Discovery {
  return {
    resources: parts.flatMap(({ resources }) => resources),
    missing: parts.flatMap(({ missing }) => missing),
  };
}
