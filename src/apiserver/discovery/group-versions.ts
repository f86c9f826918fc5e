import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';

/** The resources of one version of an API group. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  /** The group and the version, for example `apps/v1`. For the core group, the value is `v1`. */
  readonly apiVersion: string;
  readonly resources: readonly Resource[];
}

/** Returns the group versions in the order of the resources in the catalog. */
export function groupVersions({ all }: Pick<Catalog, 'all'>): readonly GroupVersion[] {
  const found = new Map<string, Resource[]>();
  for (const resource of all) {
    const resources = found.get(resource.apiVersion);
    if (resources === undefined) found.set(resource.apiVersion, [resource]);
    else resources.push(resource);
  }
  return [...found].flatMap(([apiVersion, resources]) =>
    resources.slice(0, 1).map(({ group, version }) => ({ group, version, apiVersion, resources })),
  );
}

/** Returns the versions of each API group. The result includes the core group. */
export function groups(catalog: Catalog): ReadonlyMap<string, readonly GroupVersion[]> {
  const found = new Map<string, GroupVersion[]>();
  for (const one of groupVersions(catalog)) {
    const versions = found.get(one.group);
    if (versions === undefined) found.set(one.group, [one]);
    else versions.push(one);
  }
  return found;
}
