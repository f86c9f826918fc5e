import type { Cluster } from '../../kube/kube.mjs';
import { ask } from './ask.ts';
import type { Kind } from './kinds.ts';

interface Table {
  readonly columnDefinitions: readonly object[];
}

const form = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** Returns the printer columns of each kind that can be listed. The keys have the format `resource.group`. */
export async function columnsOf(
  cluster: Cluster,
  kinds: readonly Kind[],
): Promise<ReadonlyMap<string, readonly object[]>> {
  const found = new Map<string, readonly object[]>();
  for (const { group, version, resource, verbs } of kinds.filter(({ verbs }) => verbs.includes('list'))) {
    const id = group === '' ? resource : `${resource}.${group}`;
    if (found.has(id) || !verbs.includes('list')) continue;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const { columnDefinitions } = (await ask(cluster, `${root}/${resource}?limit=1`, form)) as Table;
    found.set(id, columnDefinitions);
  }
  return found;
}
