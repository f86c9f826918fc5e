import type { ApiRequest } from '../../http/request.ts';
import { type ApiResponse, json } from '../../http/response.ts';
import type { Catalog } from '../../resources/catalog.ts';
import { fingerprint, tagged } from '../etag.ts';
import { type GroupVersion, groupVersions } from '../group-versions.ts';
import { version } from '../version.ts';
import { operationPaths } from './paths.ts';
import { schemasOf } from './schemas.ts';

/** `/openapi/v3`: where the documents are, by hashes that change with them. */
export function openApiIndex(catalog: Catalog): ApiResponse {
  const entries = groupVersions(catalog).map((one) => {
    const path = pathOf(one);
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf(one)}` }] as const;
  });
  return json({ paths: Object.fromEntries(entries) });
}

/**
 * `/openapi/v3/apis/apps/v1`: what `kubectl explain` shows and `kubectl apply` merges by (P114): the schemas of the kinds
 * with what they refer to, and for each kind its operations.
 */
export function openApiDocument(
  catalog: Catalog,
  path: string,
  request: ApiRequest,
): ApiResponse | undefined {
  const found = groupVersions(catalog).find((one) => pathOf(one) === path);
  return found && tagged(request, hashOf(found), () => documentOf(found));
}

function documentOf(found: GroupVersion): object {
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: `v${version.major}.${version.minor}` },
    paths: operationPaths(`/${pathOf(found)}`, found.resources),
    components: { schemas: schemasOf(found.resources) },
  };
}

/** Where a group version is served, without the slash in front. */
export function pathOf({ group, apiVersion }: GroupVersion): string {
  return group === '' ? 'api/v1' : `apis/${apiVersion}`;
}

/** The schemas of the built-in kinds never change; those of custom resources are their own. */
function hashOf({ apiVersion, resources }: GroupVersion): string {
  const facts = resources.map(({ resource, kind, namespaced, subresources, builtIn, schema }) => {
    const names = subresources.map(({ name }) => name);
    return [resource, kind, namespaced, names, builtIn ? version.gitVersion : schema];
  });
  return fingerprint([apiVersion, facts]);
}
