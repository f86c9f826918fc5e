import type { FactoryOptions, GenericInformer, InformerFactory } from '../../../src/client-go/index.ts';
import type { KubeObject } from '../../../src/objects/index.ts';
import type { Holding } from '../variant.ts';
import { atOnce } from './at-once.ts';

/** Options with which the reflector lists in pages. The baseline program lists in pages, too. */
export const paged: FactoryOptions = { informer: { reflect: { streamingList: 'never', ...atOnce } } };

/** Starts an informer factory with one informer and one handler. */
export async function follow<T extends KubeObject>(
  factory: Pick<InformerFactory, 'start' | 'waitForCacheSync'>,
  of: GenericInformer<T>,
  onObject: (object: unknown) => void,
): Promise<Holding> {
  const informer = of.informer();
  informer.addEventHandler({
    onAdd: onObject,
    onUpdate: (_, object) => onObject(object),
    onDelete: onObject,
  });
  factory.start();
  await factory.waitForCacheSync();
  const store = informer.getStore();
  return { size: store.list().length, list: () => store.list() };
}
