import { aggregatedDiscovery } from '../http/negotiate.ts';
import type { ApiRequest } from '../http/request.ts';
import { type ApiResponse, json } from '../http/response.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import { fingerprint, tagHeaders, unchanged } from './etag.ts';
import { type GroupVersion, groups } from './group-versions.ts';

/** Discovery in one document, which a client keeps by its ETag (P112). */
export function aggregated(
  catalog: Catalog,
  includes: (group: string) => boolean,
  request: ApiRequest,
): ApiResponse {
  const items = [...groups(catalog)]
    .filter(([group]) => includes(group))
    .map(([name, all]) => groupOf(name, all));
  const document = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items,
  };
  const mark = fingerprint(items);
  const type = { 'content-type': aggregatedDiscovery };
  return unchanged(request, mark, type) ?? json(document, 200, tagHeaders(mark, type));
}

function groupOf(name: string, versions: readonly GroupVersion[]): object {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: resources.map(rowOf),
      freshness: 'Current',
    })),
  };
}

function rowOf({ group, resource, singular, namespaced, kind, verbs, ...more }: Resource): object {
  // The core group's own version is left empty, as in the real one.
  const version = group === '' ? '' : more.version;
  const subresources = more.subresources.map((one) => ({
    subresource: one.name,
    responseKind: { group: one.group ?? group, version: one.version ?? version, kind: one.kind },
    verbs: one.verbs,
  }));
  return {
    resource,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(more.shortNames.length === 0 ? {} : { shortNames: more.shortNames }),
    ...(more.categories.length === 0 ? {} : { categories: more.categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
