import {
  aFunction,
  checkArgument,
  checkResource,
  type GroupVersionResource,
  type KubeObject,
  OptionsError,
} from '../objects/index.ts';
import { listWatch } from '../source/index.ts';
import { clientNodeInformer, type ClientNodeInformer } from './client-node-informer.ts';
import type { KubeConfigLike } from './credentials.ts';
import { kubeConfigTransport } from './kube-config-transport.ts';

/** The result of a list function of client-node: an object with `items`. */
export interface ListLike<T> {
  readonly items: readonly T[];
}

/**
 * Creates an informer like client-node's `makeInformer`. To migrate, change only the import. The informer
 * lists and watches the collection at `path`, and reads the JSON in pages.
 *
 * After a failure, the informer calls the callbacks of `error`, and then resumes, relists and backs off by
 * itself. So a call of `start` in an `error` callback, as in the example of client-node, has no effect.
 * docs/migrate/from-client-node.md lists the differences.
 *
 * Objects are frozen JSON. Where the type `T` has a `Date`, the value is a string, as in the events of
 * client-node's watch.
 *
 * @param path - the path of a collection in one namespace or in all namespaces, for example
 * `/apis/apps/v1/namespaces/shop/deployments`
 * @param listPromiseFn - only the type of the function is used, to infer `T`; the function is not called
 * @param labelSelector - the label selector of the list and the watch
 * @param fieldSelector - the field selector of the list and the watch
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

/** A collection, and the namespace to which the informer is restricted. `''` means all namespaces. */
export interface CollectionScope {
  readonly resource: GroupVersionResource;
  readonly namespace: string;
}

/**
 * Parses the path of a collection.
 *
 * @throws OptionsError for a path that is not the path of a collection, the group `core`, or a kind instead
 * of the plural
 */
export function parseCollectionPath(path: unknown): CollectionScope {
  const groups = typeof path === 'string' ? collectionPattern.exec(path)?.groups : undefined;
  if (groups === undefined) throw new OptionsError('makeInformer: path', path, allowed);
  const { core, group = '', version, namespace = '', resource = '' } = groups;
  const collection = { group, version: core ?? version ?? '', resource };
  checkResource('makeInformer: path', collection);
  return { resource: collection, namespace };
}

/**
 * Matches the path of a collection. The pattern does not match the path of an object or a subresource, a
 * deprecated path with `/watch/`, or a path with a query or a host.
 */
const collectionPattern =
  /^\/(?:api\/(?<core>[^/?#%]+)|apis\/(?<group>[^/?#%]+)\/(?<version>[^/?#%]+))(?:\/namespaces\/(?<namespace>[^/?#%]+))?\/(?<resource>[^/?#%]+)\/?$/;

const allowed =
  'the path of a collection, without a query: /api/v1/pods, /apis/apps/v1/namespaces/shop/deployments';
