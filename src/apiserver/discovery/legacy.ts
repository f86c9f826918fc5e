import type { Json } from '../json.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import { partsWithArray } from './document-pieces.ts';
import { type GroupVersion, groups, groupVersions } from './group-versions.ts';

/**
 * Returns the document for `/api` (P110).
 *
 * @param host - the `Host` header of the request; without the header, the document contains no address
 */
export function apiVersions(host: string | undefined): object {
  const addresses = host === undefined ? [] : [{ clientCIDR: '0.0.0.0/0', serverAddress: host }];
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: addresses };
}

/** Returns the document for `/apis`, in parts (P110). */
export function apiGroupList(catalog: Catalog): Iterable<string> {
  const named = [...groups(catalog)].filter(([group]) => group !== '');
  return partsWithArray({ kind: 'APIGroupList', apiVersion: 'v1' }, ['groups', groupParts(named)]);
}

function* groupParts(
  named: readonly (readonly [name: string, versions: readonly GroupVersion[]])[],
): Generator<readonly string[]> {
  for (const [name, versions] of named) yield [JSON.stringify(groupOf(name, versions))];
}

/** Returns the document for `/apis/G` (P111). */
export function apiGroup(catalog: Catalog, name: string): object | undefined {
  const versions = name === '' ? undefined : groups(catalog).get(name);
  return versions && { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(name, versions) };
}

/** Returns the document for `/api/v1` or `/apis/G/V`, in parts (P111). */
export function apiResourceList(
  catalog: Catalog,
  group: string,
  version: string,
): Iterable<string> | undefined {
  const found = groupVersions(catalog).find((one) => one.group === group && one.version === version);
  if (found === undefined) return undefined;
  const head: Json = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: found.apiVersion };
  return partsWithArray(head, ['resources', resourceParts(found)]);
}

function* resourceParts({ resources }: GroupVersion): Generator<readonly string[]> {
  for (const resource of resources) for (const row of rowsOf(resource)) yield [JSON.stringify(row)];
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
