import { checkArgument, type GroupVersionResource } from '../../objects/index.ts';
import { metadataOf, metadataTransport, type PartialObjectMetadata } from '../../representations/index.ts';
import { aTransport, type Transport } from '../../source/index.ts';
import { checkFactoryOptions, type FactoryOptions } from './factory-options.ts';
import { type GenericInformer, type InformerFactory, newInformerFactory } from './informer-factory.ts';

/** A factory of informers that store only metadata. */
export interface MetadataInformerFactory extends Omit<InformerFactory, 'forResource'> {
  /**
   * Returns the informer and the lister for the metadata of any collection. Metadata is, for example, names,
   * labels, owners and finalizers.
   */
  forResource(resource: GroupVersionResource): GenericInformer<PartialObjectMetadata>;
}

/**
 * Creates a factory for informers that store only the metadata of each object, as client-go's `NewFilteredSharedInformerFactory` of
 * the package `metadatainformer` does. The server sends only metadata (`PartialObjectMetadata`). The store
 * needs little memory, and contains enough for owners, labels and counts.
 *
 * A server or a proxy that does not support `PartialObjectMetadata` sends whole objects. The informer removes their spec and status
 * on arrival, so whole objects cost bandwidth but no memory.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const factory = metadataSharedInformerFactory(transport);
 * const secrets = factory.forResource(core.v1.secrets).lister();
 * factory.start();
 * await factory.waitForCacheSync();
 * secrets.list('owner=helm').length;
 * ```
 */
export function metadataSharedInformerFactory(
  transport: Transport,
  options: FactoryOptions = {},
): MetadataInformerFactory {
  checkArgument('metadataSharedInformerFactory: transport', transport, aTransport);
  checkFactoryOptions('metadataSharedInformerFactory', options);
  const { transform, ...rest } = options;
  const factory = newInformerFactory('metadataSharedInformerFactory', metadataTransport(transport), {
    ...rest,
    transform: transform === undefined ? metadataOf : (object) => transform(metadataOf(object)),
  });
  return {
    ...factory,
    forResource: (resource) => factory.forResource(resource as GroupVersionResource<PartialObjectMetadata>),
  };
}
