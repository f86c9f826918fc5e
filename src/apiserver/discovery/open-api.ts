import type { Catalog } from '../resources/catalog.ts';
import { type GroupVersion, groupVersions } from './group-versions.ts';

/** `/openapi/v3`: where the documents are. */
export function openApiIndex(catalog: Catalog): object {
  const entries = groupVersions(catalog).map((one) => {
    const path = pathOf(one);
    return [path, { serverRelativeURL: `/openapi/v3/${path}` }] as const;
  });
  return { paths: Object.fromEntries(entries) };
}

/**
 * `/openapi/v3/apis/apps/v1`: no schemas, but for each kind a PATCH that knows `fieldValidation`. That is the least that
 * `kubectl create` and `kubectl apply` ask for (P114).
 */
export function openApiDocument(catalog: Catalog, path: string): object | undefined {
  const found = groupVersions(catalog).find((one) => pathOf(one) === path);
  return (
    found && {
      openapi: '3.0.0',
      info: { title: 'Kubernetes', version: 'unversioned' },
      paths: pathsOf(found),
    }
  );
}

const pathOf = ({ group, apiVersion }: GroupVersion): string =>
  group === '' ? 'api/v1' : `apis/${apiVersion}`;

function pathsOf(groupVersion: GroupVersion): object {
  const entries = groupVersion.resources.map(({ resource, namespaced, group, version, kind }) => {
    const scope = namespaced ? '/namespaces/{namespace}' : '';
    const operation = {
      parameters: [{ name: 'fieldValidation', in: 'query', schema: { type: 'string', uniqueItems: true } }],
      responses: { 200: { description: 'OK' } },
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group, version, kind },
    };
    return [`/${pathOf(groupVersion)}${scope}/${resource}/{name}`, { patch: operation }] as const;
  });
  return Object.fromEntries(entries);
}
