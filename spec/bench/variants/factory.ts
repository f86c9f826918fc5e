import { sharedInformerFactory } from '../../../src/client-go/index.ts';
import { coordination, core } from '../../../src/kinds/index.ts';
import type { GroupVersionResource } from '../../../src/objects/index.ts';
import type { Transport } from '../../../src/source/index.ts';
import type { Resource } from '../resources.ts';
import type { Variant } from '../variant.ts';
import { follow, paged } from './follow.ts';

/**
 * The typed informer factory from `rx-informer/client-go`, with client-go's handlers. A controller that was ported
 * from Go uses the library in this way.
 */
export function factoryOver(transportTo: (server: string) => Transport): Variant {
  return {
    start({ server, resource }, onObject) {
      const factory = sharedInformerFactory(transportTo(server), { core, coordination }, paged);
      const of: Readonly<Record<Resource, GroupVersionResource>> = {
        pods: core.v1.pods,
        configmaps: core.v1.configmaps,
        leases: coordination.v1.leases,
      };
      return follow(factory, factory.forResource(of[resource]), onObject);
    },
  };
}
