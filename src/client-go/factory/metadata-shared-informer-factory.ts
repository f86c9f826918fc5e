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

/** An object of whatever kind without its spec and its status. */
export interface PartialObjectMetadata extends KubeObject {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly metadata: ObjectMeta;
}

/** A factory of metadata. */
export interface MetadataInformerFactory extends Omit<InformerFactory, 'forResource'> {
  /** The metadata of any collection, whatever its type: names, labels, owners, finalizers. */
  forResource(resource: GroupVersionResource): GenericInformer<PartialObjectMetadata>;
}

/**
 * client-go's `NewFilteredSharedInformerFactory` of metadata: informers that hold nothing of an object but its metadata,
 * which is all that the server sends (`PartialObjectMetadata`). The cheap cache, for owners, labels and counts.
 *
 * A server that cannot, or something before it, sends whole objects; these are cut at the door, so they cost bytes and
 * no memory.
 *
 * @throws OptionsError when an argument is not what it may be
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
  const { transform = options.informer?.reflect?.transform, ...rest } = options;
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
