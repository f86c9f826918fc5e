import type { Face } from '../subject.ts';
import { deltaFifoFace, handPoppedFace, newInformerFace, realFifoFace } from './controllers.ts';
import { dynamicFactoryFace, factoryFace } from './factories.ts';
import { informerFace } from './informer-face.ts';
import { makeInformerFace } from './make-informer-face.ts';
import { sharedFace } from './shared-face.ts';

/** All interfaces that keep a store and emit its changes. */
export const faces: readonly Face[] = [
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
