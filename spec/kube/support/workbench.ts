import type { GroupVersionResource, KubeObject } from 'rx-informer';
import { collectionPath } from '../../../src/objects/index.ts';
import type { Cluster } from '../kube.mjs';
import { asAdmin, inParallel } from './admin.ts';
import type { Write } from './write.ts';

/**
 * The namespace of one spec, and a resource whose objects the spec writes. Records each write for a later comparison
 * with the changes of an informer.
 */
export interface Workbench<T extends KubeObject> {
  readonly namespace: string;
  readonly resource: GroupVersionResource<T>;
  /**
   * The writes in the order in which the server confirmed them. Two writes of one object never run at the same time.
   */
  readonly writes: readonly Write[];
  create(names: readonly string[]): Promise<void>;
  /** Sets an annotation of each object to a new value. */
  change(names: readonly string[]): Promise<void>;
  /** Sets labels of one object. The write counts as an update. */
  label(name: string, labels: Readonly<Record<string, string>>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  /** Reads the current objects of the server, directly from etcd. */
  list(): Promise<readonly KubeObject[]>;
}

/** The fields that all objects of a spec have, except the metadata. */
export type Body = Readonly<Record<string, unknown>>;

interface Answer {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly details?: { readonly uid: string };
}

/** Creates the namespace of a spec. `bodyOf` gets the name of the namespace. */
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

/** Returns the names `prefix-0`, `prefix-1` and so on. */
export const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
