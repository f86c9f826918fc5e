/**
 * Side door `rx-informer/testing`: sources for specs, in virtual time, under RxJS's own TestScheduler.
 *
 * @packageDocumentation
 */
export { fakeControllerSource, type FakeControllerSource } from './fake-controller-source.ts';
export { kubeObject } from './kube-object.ts';
export type { PartOf } from './part-of.ts';
export type { RequestLog } from './request-log.ts';
export { type Script, scriptedListerWatcher } from './scripted-lister-watcher.ts';
export { type Faults, withFaults } from './with-faults.ts';
