import {
  checkArgument,
  type GroupVersionResource,
  type KubeObject,
  type ObjectMeta,
} from '../../objects/index.ts';
import { aTransport, type Transport } from '../../source/index.ts';
import { checkFactoryOptions, type FactoryOptions } from './factory-options.ts';
import { type GenericInformer, type InformerFactory, newInformerFactory } from './informer-factory.ts';
import { metadataTransport } from './metadata-transport.ts';

/** An object of any kind without its spec and its status. */
export interface PartialObjectMetadata extends KubeObject {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly metadata: ObjectMeta;
}

/** A factory of metadata. */
export interface MetadataInformerFactory extends Omit<InformerFactory, 'forResource'> {
  /** The metadata of any collection: names, labels, owners, finalizers. */
  forResource(resource: GroupVersionResource): GenericInformer<PartialObjectMetadata>;
}

/**
 * client-go's `NewFilteredSharedInformerFactory` of metadata: informers that store only the metadata of
 * each object. The server sends nothing else (`PartialObjectMetadata`). It is a cheap cache for owners, labels and counts.
 *
 * A server or a proxy that does not support this sends whole objects. Their spec and status are removed on arrival, so they cost
 * bandwidth and no memory.
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

function metadataOf(object: KubeObject): PartialObjectMetadata {
  const { kind, apiVersion, metadata } = object;
  if (kind === 'PartialObjectMetadata' && apiVersion === 'meta.k8s.io/v1')
    return object as PartialObjectMetadata;
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}
