/**
 * Side door `rx-informer/testing`: sources for specs, in virtual time, under RxJS's own TestScheduler.
 *
 * @packageDocumentation
 */
export { fakeControllerSource, type FakeControllerSource } from './fake-controller-source.ts';
export { kubeObject } from './kube-object.ts';
export type { LoggedListerWatcher, Requests } from './ledger.ts';
export { marbleListerWatcher, type MarbleScript } from './marble-lister-watcher.ts';
export type { PartOf } from './part-of.ts';
export type { RequestLog } from './request-log.ts';
export { type Script, scriptedListerWatcher } from './scripted-lister-watcher.ts';
export { type Faults, withFaults } from './with-faults.ts';
export { assertMarbles } from './marbles/assert-marbles.ts';
export { type Emission, type Emissions, emissionsOf } from './marbles/emissions-of.ts';
export { MarbleAssertionError } from './marbles/marble-assertion-error.ts';
export { marbleScheduler, type MarbleSchedulerOptions } from './marbles/marble-scheduler.ts';
export { marblesOf } from './marbles/marbles-of.ts';
export { assertChanges, assertNothingOpen, assertSynced } from './matchers/asserts.ts';
export type { ChangePattern } from './matchers/change-pattern.ts';
export type { ExpectedChanges } from './matchers/compare-changes.ts';
export type { Opening } from './matchers/compare-open.ts';
export type { Syncing } from './matchers/compare-synced.ts';
export { type InformerMatchers, type MatcherResult, matchers } from './matchers/matchers.ts';
