/**
 * Entry point `rx-informer/client`: reads and writes of one resource as cold Observables, over any transport.
 *
 * @packageDocumentation
 */
export type { Applied } from './applied.ts';
export { type Condition, isConditionTrue, setCondition } from './conditions.ts';
export { discovery, type DiscoveryOptions, type ResourceChange, type ServerDiscovery } from './discovery.ts';
export type { ApiResource } from '../discovery/index.ts';
export { defineResource, type Resource, type UntypedObject } from '../objects/index.ts';
export { ownerReference, type OwnerReferenceOptions } from './owner-reference.ts';
export type { LogLine } from './machine/log-position.ts';
export { podLogs, type PodLogsOptions } from './pod-logs.ts';
export { resourceClient } from './resource-client.ts';
export type {
  ApiWarning,
  EditOptions,
  KubeStatus,
  MergePatch,
  ResourceClient,
  ResourceClientOptions,
  SubresourceClient,
} from './resource-client-types.ts';
export { waitFor } from './wait-for.ts';
export type { ApplyOptions, DeleteAllSelector, DeleteOptions, WriteOptions } from './write-options.ts';
