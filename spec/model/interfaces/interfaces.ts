import type { InterfaceUnderTest } from '../subject.ts';
import { deltaFifoFace, handPoppedFace, newInformerFace, realFifoFace } from './controllers.ts';
import { dynamicFactoryFace, factoryFace } from './factories.ts';
import { informerFace } from './informer-interface.ts';
import { makeInformerFace } from './make-informer-interface.ts';
import { sharedFace } from './shared-interface.ts';

/**
 * The APIs that the model tests. Each API keeps a store and emits its changes, for example `informer()` and
 * `makeInformer()`.
 */
export const interfaces: readonly InterfaceUnderTest[] = [
  informerFace,
  sharedFace,
  factoryFace,
  dynamicFactoryFace,
  newInformerFace,
  deltaFifoFace,
  realFifoFace,
  handPoppedFace,
  makeInformerFace,
];
