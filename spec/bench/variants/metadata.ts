import { metadataSharedInformerFactory } from '../../../src/client-go/index.ts';
import type { Transport } from '../../../src/source/index.ts';
import { resources } from '../resources.ts';
import type { Variant } from '../variant.ts';
import { follow, paged } from './follow.ts';

/** An informer of metadata only (PartialObjectMetadata). The server omits the other fields of each object. */
export function metadataOver(transportTo: (server: string) => Transport): Variant {
  return {
    start({ server, resource }, onObject) {
      const { group, version } = resources[resource];
      const factory = metadataSharedInformerFactory(transportTo(server), paged);
      return follow(factory, factory.forResource({ group, version, resource }), onObject);
    },
  };
}
