import type { Resource } from '../resources.ts';

/**
 * The members of client-node's generated clients that this file uses. These members are the same in all versions of
 * client-node.
 */
interface CoreApi<L> {
  listPodForAllNamespaces(): L;
  listConfigMapForAllNamespaces(): L;
}
interface CoordinationApi<L> {
  listLeaseForAllNamespaces(): L;
}

/** Returns client-node's generated list function for a resource. The function requests all objects at once. */
export function listOf<L>(core: CoreApi<L>, coordination: CoordinationApi<L>, resource: Resource): () => L {
  switch (resource) {
    case 'pods':
      return () => core.listPodForAllNamespaces();
    case 'leases':
      return () => coordination.listLeaseForAllNamespaces();
    case 'configmaps':
      return () => core.listConfigMapForAllNamespaces();
  }
}
