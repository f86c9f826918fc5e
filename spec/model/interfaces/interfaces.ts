import type { InterfaceUnderTest } from '../subject.ts';
import { deltaFifoFace, handPoppedFace, newInformerFace, realFifoFace } from './controllers.ts';
import { dynamicFactoryFace, factoryFace } from './factories.ts';
import { informerFace } from './informer-interface.ts';
import { makeInformerFace } from './make-informer-interface.ts';
import { sharedFace } from './shared-interface.ts';

/** All interfaces of the library that keep a store and emit its changes. */
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
