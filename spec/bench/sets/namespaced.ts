import type { Form } from '../server/form.ts';
import { bodies } from '../server/objects/index.ts';

/** The number of pods in each namespace of the scenario `sets`. */
export const podsPerNamespace = 100;

/** The number of further namespaces. Their pods are not in the list of the whole cluster, and do not change. */
export const furtherNamespaces = 20;

export const namespaceName = (nth: number): string => `namespace-${nth}`;

/** Makes the JSON of the pods of all namespaces. The pod at an index is in the namespace `index % namespaces`. */
export function clusterForm(namespaces: number): Form {
  const item = (index: number, resourceVersion: number): string =>
    podJson(index, resourceVersion, index % namespaces);
  return {
    apiVersion: 'v1',
    listKind: 'PodList',
    head,
    item,
    object: (index, resourceVersion) => head + item(index, resourceVersion).slice(1),
  };
}

/** Makes the JSON of the list of one namespace. Its indexes count only the pods of this namespace. */
export function namespaceForm(namespaces: number, nth: number): Form {
  const isFurther = nth >= namespaces;
  return {
    ...clusterForm(namespaces),
    item: (at, resourceVersion) =>
      isFurther
        ? podJson(nth * podsPerNamespace + at, resourceVersion, nth)
        : podJson(nth + at * namespaces, nth + at * namespaces + 1, nth),
  };
}

const head = '{"kind":"Pod","apiVersion":"v1",';

function podJson(index: number, resourceVersion: number, nth: number): string {
  const body = bodies.pods(index, resourceVersion);
  return JSON.stringify({ ...body, metadata: { ...body.metadata, namespace: namespaceName(nth) } });
}
