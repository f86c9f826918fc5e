import {
  aFunction,
  checkArgument,
  checkResource,
  type GroupVersionResource,
  type KubeObject,
  OptionsError,
} from '../objects/index.ts';
import { listWatch } from '../source/index.ts';
import { informerOver } from './informer-over.ts';
import type { ClientNodeInformer, ListLike } from './informer-types.ts';
import type { KubeConfigLike } from './credentials.ts';
import { kubeConfigTransport } from './kube-config-transport.ts';

/**
 * client-node's `makeInformer`, to migrate by changing one import. It lists and watches by `path`, in pages of raw JSON,
 * resumes, relists, backs off and goes on by itself, whatever fails; `error` tells of it, and calling `start` there, as
 * client-node's example does, does no harm. docs/migrating.md has what differs.
 *
 * Objects are frozen, and JSON: what `T` calls a `Date` is a string, as in what client-node's watch delivers.
 *
 * @param path - of the collection, of one namespace or of all: `/apis/apps/v1/namespaces/shop/deployments`
 * @param listPromiseFn - gives `T`; not called
 * @param labelSelector - for the list and the watch
 * @param fieldSelector - for the list and the watch
 * @throws OptionsError when an argument is not what it may be
 *
 * @example
 * ```ts
 * import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
 * import { makeInformer } from 'rx-informer/client-node';
 *
 * const config = new KubeConfig();
 * config.loadFromDefault();
 * const api = config.makeApiClient(CoreV1Api);
 *
 * const pods = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
 * pods.on('add', (pod) => console.log(pod.metadata?.name));
 * await pods.start();
 * ```
 */
export function makeInformer<T extends object>(
  config: KubeConfigLike,
  path: string,
  listPromiseFn: () => Promise<ListLike<T>>,
  labelSelector?: string,
  fieldSelector?: string,
): ClientNodeInformer<T> {
  const { resource, namespace } = parseCollectionPath(path);
  checkArgument('makeInformer: listPromiseFn', listPromiseFn, aFunction);
  const source = listWatch<KubeObject>(kubeConfigTransport(config), resource, {
    namespace,
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  });
  return informerOver(source) as ClientNodeInformer<object> as ClientNodeInformer<T>;
}

/** The collection that a path means, and the namespace it is restricted to, `''` for all. */
export interface CollectionScope {
  readonly resource: GroupVersionResource;
  readonly namespace: string;
}

/** @throws OptionsError for what is not the path of a collection, the group `core`, and a kind in place of the plural */
export function parseCollectionPath(path: unknown): CollectionScope {
  const groups = typeof path === 'string' ? collectionPattern.exec(path)?.groups : undefined;
  if (groups === undefined) throw new OptionsError('makeInformer: path', path, allowed);
  const { core, group = '', version, namespace = '', resource = '' } = groups;
  const collection = { group, version: core ?? version ?? '', resource };
  checkResource('makeInformer: path', collection);
  return { resource: collection, namespace };
}

/** An object, a subresource, or a deprecated `/watch/` has a part more; a query or a host has a sign of its own. */
const collectionPattern =
  /^\/(?:api\/(?<core>[^/?#%]+)|apis\/(?<group>[^/?#%]+)\/(?<version>[^/?#%]+))(?:\/namespaces\/(?<namespace>[^/?#%]+))?\/(?<resource>[^/?#%]+)\/?$/;

const allowed =
  'the path of a collection, without a query: /api/v1/pods, /apis/apps/v1/namespaces/shop/deployments';
