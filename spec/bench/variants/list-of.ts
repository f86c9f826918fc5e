import type { Resource } from '../resources.ts';

/** The used part of client-node's generated clients, of any version. */
interface CoreApi<L> {
  listPodForAllNamespaces(): L;
  listConfigMapForAllNamespaces(): L;
}
interface CoordinationApi<L> {
  listLeaseForAllNamespaces(): L;
}

/** The generated list function, which requests all objects at once. */
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
