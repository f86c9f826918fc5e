import { byLabel, type GroupVersionResource } from 'rx-informer';
import {
  dynamicSharedInformerFactory,
  type FactoryOptions,
  type InformerFactory,
  sharedInformerFactory,
} from 'rx-informer/client-go';
import { Subscription } from 'rxjs';
import type { InterfaceUnderTest, Materials, Subject } from '../subject.ts';
import { virtualTransport } from '../virtual-transport.ts';
import { shared, sharedSubject } from './shared-interface.ts';

const configMaps: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };

export const factoryFace: InterfaceUnderTest = {
  ...shared,
  name: 'sharedInformerFactory()',
  make: (materials) => {
    const kinds = { core: { v1: { configMaps } } };
    const factory = sharedInformerFactory(virtualTransport(materials.source), kinds, optionsOf(materials));
    return overFactory(factory, factory.core().v1().configMaps().informer());
  },
};

export const dynamicFactoryFace: InterfaceUnderTest = {
  ...shared,
  name: 'dynamicSharedInformerFactory()',
  make: (materials) => {
    const factory = dynamicSharedInformerFactory(virtualTransport(materials.source), optionsOf(materials));
    return overFactory(factory, factory.forResource(configMaps).informer());
  },
};

const optionsOf = ({ setting, reflect, onStatus }: Materials): FactoryOptions => ({
  resyncPeriod: setting.resyncPeriod,
  informer: { reflect: { ...reflect, status: { next: onStatus } } },
});

function overFactory(
  factory: InformerFactory,
  objects: ReturnType<ReturnType<InformerFactory['forResource']>['informer']>,
): Subject {
  objects.addIndexers({ color: byLabel('color') });
  let hasRun = false;
  const stop = new Subscription(() => factory.shutdown());
  const subject = sharedSubject(objects, () => {
    hasRun = true;
    factory.start();
    return stop;
  });
  return { ...subject, isRunning: () => hasRun && !objects.isStopped() };
}
