import { checkArgument } from '../../objects/index.ts';
import { aTransport, type Transport } from '../../source/index.ts';
import { checkFactoryOptions, type FactoryOptions } from './factory-options.ts';
import { type InformerFactory, newInformerFactory } from './informer-factory.ts';

/**
 * Creates a factory for informers of any collection, by group, version and resource, as client-go's
 * `NewFilteredDynamicSharedInformerFactory` does. Custom resources are supported. The type argument of
 * `forResource` is the type of the objects, with the default `KubeObject`.
 *
 * The factory has the options of `sharedInformerFactory`. In client-go, the dynamic factory has only the
 * namespace and `TweakListOptionsFunc`.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const factory = dynamicSharedInformerFactory(transport, { namespace: 'shop' });
 * const widgets = factory.forResource<Widget>({ group: 'example.com', version: 'v1', resource: 'widgets' });
 * widgets.informer().addEventHandler({ onAdd: ({ spec }) => console.log(spec.size) });
 * factory.start();
 * ```
 */
export function dynamicSharedInformerFactory(
  transport: Transport,
  options: FactoryOptions = {},
): InformerFactory {
  checkArgument('dynamicSharedInformerFactory: transport', transport, aTransport);
  checkFactoryOptions('dynamicSharedInformerFactory', options);
  return newInformerFactory('dynamicSharedInformerFactory', transport, options);
}
