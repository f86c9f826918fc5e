/**
 * Entry point `rx-informer/testing`: sources, faults and matchers for tests in virtual time. The tests run
 * under RxJS's own TestScheduler.
 *
 * @packageDocumentation
 */
export { type ExpectObservable, expectRequests, type RequestExpectation } from './expect-requests.ts';
export type { ExpectedRequest } from './request-line.ts';
export { fakeControllerSource, type FakeControllerSource } from './fake-controller-source.ts';
export { chaos, type Chaos, type ChaosOptions } from './faults/chaos/chaos.ts';
export { ChaosError } from './faults/chaos/chaos-error.ts';
export { seededRandom } from './faults/chaos/seeded-random.ts';
export { shortestPlan } from './faults/chaos/shortest-plan.ts';
export { showPlan } from './faults/chaos/show-plan.ts';
export { surviveChaos, type SurviveChaosOptions } from './faults/chaos/survive-chaos.ts';
export { dropConnection } from './faults/drop-connection.ts';
export { duplicate } from './faults/duplicate.ts';
export { expire } from './faults/expire.ts';
export { failEveryNth, type FailEveryNthOptions } from './faults/fail-every-nth.ts';
export type { Fault, FaultPosition } from './faults/fault.ts';
export { corruptBytes } from './faults/corrupt-bytes.ts';
export { stallStream } from './faults/stall-stream.ts';
export { lagBehind, type LagBehindOptions } from './faults/lag-behind.ts';
export { refuse, type RefuseOptions } from './faults/refuse.ts';
export { reorderAcrossKeys, type ReorderOptions } from './faults/reorder-across-keys.ts';
export { throttleBody, type ThrottleBodyOptions } from './faults/throttle-body.ts';
export { truncate } from './faults/truncate.ts';
export { kubeObject } from './kube-object.ts';
export type { LoggedListerWatcher, Requests } from './ledger.ts';
export { marbleListerWatcher, type MarbleScript } from './marble-lister-watcher.ts';
export { nextVersion, recreated } from './next-version.ts';
export {
  objectBuilder,
  type ObjectBuilder,
  type ObjectBuilderOptions,
  type ObjectFields,
  pod,
  type TestPod,
} from './object-builder.ts';
export type { PartOf } from './part-of.ts';
export type { LoggedRequest } from './logged-request.ts';
export { type Script, scriptedListerWatcher } from './scripted-lister-watcher.ts';
export type { ClusterRequest } from './cluster-context.ts';
export type { VirtualClusterOptions } from './cluster-options.ts';
export type { Preconditions } from './machine/collection.ts';
export {
  type SourceErrorOptions,
  sourceScript,
  type SourceScript,
  type StepOptions,
} from './source-script.ts';
export { testStore, type TestStore } from './test-store.ts';
export {
  type ClusterSnapshot,
  type CollectionName,
  virtualCluster,
  type VirtualCluster,
} from './virtual-cluster.ts';
export type { VirtualCollection } from './virtual-collection.ts';
export { type FaultOperators, withFaults } from './faults/with-faults.ts';
export type { SubscriptionTimes } from './marbles/draw-subscription.ts';
export { assertMarbles } from './marbles/assert-marbles.ts';
export { type Emission, type Emissions, emissionsOf } from './marbles/emissions-of.ts';
export { MarbleAssertionError } from './marbles/marble-assertion-error.ts';
export { marbleScheduler, type MarbleSchedulerOptions } from './marbles/marble-scheduler.ts';
export { marblesOf } from './marbles/marbles-of.ts';
export { assertChanges, assertNothingOpen, assertSynced } from './matchers/asserts.ts';
export type { ChangePattern } from './matchers/change-pattern.ts';
export type { ExpectedChanges } from './matchers/compare-changes.ts';
export type { LeakCheckTarget } from './matchers/compare-open.ts';
export { type InformerMatchers, type MatcherResult, matchers } from './matchers/matchers.ts';
