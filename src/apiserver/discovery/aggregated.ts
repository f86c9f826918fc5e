import { createHash } from 'node:crypto';
import { of } from 'rxjs';
import type { ApiRequest } from '../http/request.ts';
import { type ApiResponse, json } from '../http/response.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import { type GroupVersion, groups, resourceVerbs, subresourceVerbs } from './group-versions.ts';

/** Discovery in one document, which a client keeps by its ETag (P112). */
export function aggregated(
  catalog: Catalog,
  includes: (group: string) => boolean,
  { headers }: ApiRequest,
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
  const etag = `"${createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 32).toUpperCase()}"`;
  const common = { etag, vary: 'Accept' };
  if (headers['if-none-match'] === etag) return { status: 304, headers: common, body: () => of() };
  return json(document, 200, { ...common, 'content-type': mediaType });
}

const mediaType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

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

function rowOf({ group, version, resource, singular, namespaced, kind, ...more }: Resource): object {
  const responseKind = { group, version, kind };
  const subresources = [
    ...(more.status ? [{ subresource: 'status', responseKind, verbs: subresourceVerbs }] : []),
    ...(more.scale === undefined
      ? []
      : [{ subresource: 'scale', responseKind: scaleKind, verbs: subresourceVerbs }]),
  ];
  return {
    resource,
    responseKind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: resourceVerbs,
    ...(more.shortNames.length === 0 ? {} : { shortNames: more.shortNames }),
    ...(more.categories.length === 0 ? {} : { categories: more.categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
