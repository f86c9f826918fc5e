import { checkResource, type GroupVersionResource, OptionsError } from '../objects/index.ts';

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
