import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import { type GroupVersion, groups, groupVersions } from './group-versions.ts';

/**
 * `/api` (P110).
 *
 * @param host - where the client has reached the server; without one, nobody can be told an address
 */
export function apiVersions(host: string | undefined): object {
  const addresses = host === undefined ? [] : [{ clientCIDR: '0.0.0.0/0', serverAddress: host }];
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: addresses };
}

/** `/apis` (P110). */
export function apiGroupList(catalog: Catalog): object {
  const named = [...groups(catalog)].filter(([group]) => group !== '');
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: named.map(([name, versions]) => groupOf(name, versions)),
  };
}

/** `/apis/G` (P111). */
export function apiGroup(catalog: Catalog, name: string): object | undefined {
  const versions = name === '' ? undefined : groups(catalog).get(name);
  return versions && { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(name, versions) };
}

/** `/api/v1` and `/apis/G/V` (P111). */
export function apiResourceList(catalog: Catalog, group: string, version: string): object | undefined {
  const found = groupVersions(catalog).find((one) => one.group === group && one.version === version);
  return (
    found && {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: found.apiVersion,
      resources: found.resources.flatMap(rowsOf),
    }
  );
}

function groupOf(name: string, versions: readonly GroupVersion[]): object {
  const all = versions.map(({ apiVersion, version }) => ({ groupVersion: apiVersion, version }));
  return { name, versions: all, preferredVersion: all[0] };
}

function rowsOf(described: Resource): object[] {
  const { resource, singular, namespaced, kind, verbs, shortNames, categories, subresources } = described;
  const main = {
    name: resource,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
  const others = subresources.map(({ name, kind: shown, group, version, verbs: taken }) => ({
    name: `${resource}/${name}`,
    singularName: '',
    namespaced,
    ...(version === undefined ? {} : { group: group ?? '', version }),
    kind: shown,
    verbs: taken,
  }));
  return [main, ...others];
}
