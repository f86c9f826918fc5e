import {
  aFunction,
  checkArgument,
  checkResource,
  type GroupVersionResource,
  type KubeObject,
  OptionsError,
} from '../objects/index.ts';
import { listWatch } from '../source/index.ts';
import { clientNodeInformer } from './client-node-informer.ts';
import type { ClientNodeInformer, ListLike } from './informer-types.ts';
import type { KubeConfigLike } from './credentials.ts';
import { kubeConfigTransport } from './kube-config-transport.ts';

/**
 * client-node's `makeInformer`: migrate by changing one import. Lists and watches by `path`, in pages of raw JSON. After a failure,
 * the informer calls the callbacks of `error`, and then resumes, relists and backs off by itself. So a call of `start` in an
 * `error` callback, as in client-node's example, has no effect. The differences are in docs/migrate/from-client-node.md.
 *
 * Objects are frozen JSON: where `T` has a `Date`, the value is a string, as in the events of client-node's watch.
 *
 * @param path - the path of a collection, in one namespace or in all: `/apis/apps/v1/namespaces/shop/deployments`
 * @param listPromiseFn - only the type of the function is used, for `T`; the function is not called
 * @param labelSelector - for the list and the watch
 * @param fieldSelector - for the list and the watch
 * @throws OptionsError for an argument that is not allowed
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
  return clientNodeInformer(source) as ClientNodeInformer<object> as ClientNodeInformer<T>;
}

/** A collection, and the namespace that restricts the collection; `''` means all namespaces. */
export interface CollectionScope {
  readonly resource: GroupVersionResource;
  readonly namespace: string;
}

/** @throws OptionsError for a path that is not the path of a collection, the group `core`, or a kind instead of the plural */
export function parseCollectionPath(path: unknown): CollectionScope {
  const groups = typeof path === 'string' ? collectionPattern.exec(path)?.groups : undefined;
  if (groups === undefined) throw new OptionsError('makeInformer: path', path, allowed);
  const { core, group = '', version, namespace = '', resource = '' } = groups;
  const collection = { group, version: core ?? version ?? '', resource };
  checkResource('makeInformer: path', collection);
  return { resource: collection, namespace };
}

/** Matches no path of an object or a subresource, no deprecated `/watch/`, and no path with a query or a host. */
const collectionPattern =
  /^\/(?:api\/(?<core>[^/?#%]+)|apis\/(?<group>[^/?#%]+)\/(?<version>[^/?#%]+))(?:\/namespaces\/(?<namespace>[^/?#%]+))?\/(?<resource>[^/?#%]+)\/?$/;

const allowed =
  'the path of a collection, without a query: /api/v1/pods, /apis/apps/v1/namespaces/shop/deployments';
