import type { Resource } from '../resources.ts';

/** As much of client-node's generated clients as is used, of whichever version. */
interface CoreApi<L> {
  listPodForAllNamespaces(): L;
  listConfigMapForAllNamespaces(): L;
}
interface CoordinationApi<L> {
  listLeaseForAllNamespaces(): L;
}

/** The generated list, which asks for everything at once. */
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
