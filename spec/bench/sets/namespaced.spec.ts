import { describe, expect, it } from '@jest/globals';
import {
  clusterForm,
  furtherNamespaces,
  namespaceForm,
  namespaceName,
  podsPerNamespace,
} from './namespaced.ts';

interface Pod {
  readonly metadata: { readonly namespace: string; readonly uid: string; readonly resourceVersion: string };
}
const namespaces = 3;
const listOf = (nth: number): readonly string[] =>
  Array.from({ length: podsPerNamespace }, (_, at) => namespaceForm(namespaces, nth).item(at, at + 1));
const parsed = (items: readonly string[]): readonly Pod[] => items.map((text) => JSON.parse(text) as Pod);

describe('the pods of the scenario sets', () => {
  const cluster = Array.from({ length: namespaces * podsPerNamespace }, (_, index) =>
    clusterForm(namespaces).item(index, index + 1),
  );

  it('should be the same in the lists of the namespaces and of the cluster', () => {
    const all = Array.from({ length: namespaces }, (_, nth) => listOf(nth)).flat();

    expect(all.toSorted()).toEqual(cluster.toSorted());
    expect(parsed(listOf(1)).every(({ metadata }) => metadata.namespace === namespaceName(1))).toBe(true);
  });

  it('should be other pods in the further namespaces', () => {
    const further = parsed(
      Array.from({ length: furtherNamespaces }, (_, nth) => listOf(namespaces + nth)).flat(),
    );
    const uids = new Set([...parsed(cluster), ...further].map(({ metadata }) => metadata.uid));

    expect(uids.size).toBe((namespaces + furtherNamespaces) * podsPerNamespace);
  });
});
