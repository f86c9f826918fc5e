import type { KubeObject } from '../../../src/objects/index.ts';

export interface Pod extends KubeObject {
  readonly spec: { readonly nodeName: string };
}

/**
 * The query of a dashboard. The query matches half of the pods, and returns the hundred pods with the newest changes.
 */
export const newestPods = {
  where: ({ spec }: Pod): boolean => /^node-\d*[02468]\./.test(spec.nodeName),
  sort: (a: Pod, b: Pod): number => Number(b.metadata.resourceVersion) - Number(a.metadata.resourceVersion),
  limit: 100,
};

/** Computes the result of the dashboard query from all pods, without this library's `query()`. */
export function rebuilt(pods: readonly Pod[]): readonly Pod[] {
  return pods.filter(newestPods.where).sort(newestPods.sort).slice(0, newestPods.limit);
}
