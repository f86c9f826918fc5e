import { checkArgument } from '../../objects/index.ts';
import { aTransport, type Transport } from '../../source/index.ts';
import { checkFactoryOptions, type FactoryOptions } from './factory-options.ts';
import { type InformerFactory, newInformerFactory } from './informer-factory.ts';

/**
 * client-go's `NewFilteredDynamicSharedInformerFactory`: informers of any collection, custom ones too, by group, version
 * and resource. Objects are typed by the resource that is named, or known as `KubeObject`s.
 *
 * It has the options of the typed factory, of which client-go's has but the namespace and the tweak.
 *
 * @throws OptionsError when an argument is not what it may be
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
