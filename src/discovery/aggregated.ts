import { type ApiResource, type Discovery, groupVersionText } from './api-resource.ts';
import { recordsIn, textIn, textsIn } from './loose-json.ts';

/**
 * The `Accept` header that requests all API groups below `/api` or `/apis` in one document. A server without aggregated
 * discovery answers with the older document (P112).
 *
 * Aggregated discovery is stable since Kubernetes 1.30.
 */
export const aggregatedAccept =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/** Reads an `APIGroupDiscoveryList`. Returns `undefined` for any other document. */
export function readAggregated(document: unknown): Discovery | undefined {
  if (textIn(document, 'kind') !== 'APIGroupDiscoveryList') return undefined;

  const versions = recordsIn(document, 'items').flatMap((item) => {
    const group = textIn(item['metadata'], 'name');
    return recordsIn(item, 'versions').map((version) => ({ group, version }));
  });
  return {
    resources: versions.flatMap(({ group, version }) =>
      recordsIn(version, 'resources')
        .filter(isUsable)
        .map((resource) => readResource(group, textIn(version, 'version'), resource)),
    ),
    missing: versions
      .filter(({ version }) => version['freshness'] === 'Stale')
      .map(({ group, version }) => groupVersionText(group, textIn(version, 'version'))),
  };
}

/** Whether a resource has a name and a verb. A command cannot request a collection without a name and a verb. */
const isUsable = (row: Readonly<Record<string, unknown>>): boolean =>
  textIn(row, 'resource') !== '' && textsIn(row, 'verbs').length > 0;

function readResource(group: string, version: string, json: Readonly<Record<string, unknown>>): ApiResource {
  return {
    group,
    version,
    resource: textIn(json, 'resource'),
    kind: textIn(json['responseKind'], 'kind'),
    namespaced: json['scope'] === 'Namespaced',
    singularName: textIn(json, 'singularResource'),
    shortNames: textsIn(json, 'shortNames'),
    categories: textsIn(json, 'categories'),
    verbs: textsIn(json, 'verbs'),
    subresources: recordsIn(json, 'subresources').map((one) => textIn(one, 'subresource')),
  };
}
