import type { KubeObject } from '../../../src/objects/index.ts';

export interface Pod extends KubeObject {
  readonly spec: { readonly nodeName: string };
}

/** A dashboard's question: half of the pods, by their newest change, the first hundred. */
export const newestPods = {
  where: ({ spec }: Pod): boolean => /^node-\d*[02468]\./.test(spec.nodeName),
  sort: (a: Pod, b: Pod): number => Number(b.metadata.resourceVersion) - Number(a.metadata.resourceVersion),
  limit: 100,
};

/** Its answer from all there is, as one writes it without a library. */
export function rebuilt(pods: readonly Pod[]): readonly Pod[] {
  return pods.filter(newestPods.where).sort(newestPods.sort).slice(0, newestPods.limit);
}
