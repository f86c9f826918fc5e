import type { GroupVersionResource, KubeObject } from 'rx-informer';
import { collectionPath } from '../../../src/objects/index.ts';
import type { Cluster } from '../kube.mjs';
import { asAdmin, inParallel } from './admin.ts';
import type { Write } from './write.ts';

/** A namespace of one spec's own, and a collection in it to write to. Each write is kept, for the ledger. */
export interface Workbench<T extends KubeObject> {
  readonly namespace: string;
  readonly resource: GroupVersionResource<T>;
  /** In the order in which the server confirmed them; those of one object are never made at once. */
  readonly writes: readonly Write[];
  create(names: readonly string[]): Promise<void>;
  /** Gives each a new annotation. */
  change(names: readonly string[]): Promise<void>;
  /** Sets labels of one; kept as a change. */
  label(name: string, labels: Readonly<Record<string, string>>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  /** What the server has now, read from etcd. */
  list(): Promise<readonly KubeObject[]>;
}

/** What is common to the objects of a workbench, besides metadata. */
export type Body = Readonly<Record<string, unknown>>;

interface Answer {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly details?: { readonly uid: string };
}

/** Makes the namespace, too. `bodyOf` is given the namespace. */
export async function workbench<T extends KubeObject>(
  cluster: Cluster,
  resource: GroupVersionResource<T>,
  bodyOf: (namespace: string) => Body = () => ({}),
): Promise<Workbench<T>> {
  const { metadata } = await asAdmin(cluster, (ask) =>
    ask<KubeObject>('POST', '/api/v1/namespaces', { metadata: { generateName: 'bench-' } }),
  );
  const namespace = metadata.name;
  const path = collectionPath(resource, namespace);
  const writes: Write[] = [];
  let turn = 0;

  const keep = (type: Write['type'], name: string, answer: Answer): void => {
    const key = `${namespace}/${name}`;
    if (type === 'deleted') writes.push({ type, key, uid: answer.details?.uid ?? answer.metadata.uid });
    else
      writes.push({ type, key, uid: answer.metadata.uid, resourceVersion: answer.metadata.resourceVersion });
  };

  return {
    namespace,
    resource,
    writes,
    create: (names) =>
      asAdmin(cluster, (ask) =>
        inParallel(names, async (name) => {
          keep('added', name, await ask('POST', path, { ...bodyOf(namespace), metadata: { name } }));
        }),
      ),
    change: (names) =>
      asAdmin(cluster, (ask) =>
        inParallel(names, async (name) => {
          const patch = { metadata: { annotations: { turn: String(++turn) } } };
          keep('updated', name, await ask('PATCH', `${path}/${name}`, patch));
        }),
      ),
    label: (name, labels) =>
      asAdmin(cluster, async (ask) => {
        keep('updated', name, await ask('PATCH', `${path}/${name}`, { metadata: { labels } }));
      }),
    remove: (names) =>
      asAdmin(cluster, (ask) =>
        inParallel(names, async (name) => {
          keep('deleted', name, await ask('DELETE', `${path}/${name}`));
        }),
      ),
    list: () => asAdmin(cluster, async (ask) => (await ask<{ items: KubeObject[] }>('GET', path)).items),
  };
}

/** `prefix-0`, `prefix-1`, … */
export const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
