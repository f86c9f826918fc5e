/** Side door `rx-informer/apiserver` (Node): a Kubernetes API server in memory. */
export { type ApiServer, createApiServer } from './api-server.ts';
export type { ApiServerOptions, ListenOptions } from './api-server-options.ts';
export { type ManualClock, manualClock } from './clock/manual-clock.ts';
export type { Fault, FaultAim, FaultRule } from './faults/fault.ts';
export { parseFault } from './faults/parse-fault.ts';
export type { ServerFaults } from './faults/server-faults.ts';
export type { AccessAttributes } from './access/attributes.ts';
export type { TokenUser } from './access/user.ts';
export type { NewObject, ObjectAccess, WriteOptions } from './object-access.ts';
export type { DeleteOptions } from './registry/delete.ts';
export type { PrinterColumn, ResourceDefinition, ScalePaths } from './resources/resource-definition.ts';
export type { ApiRequestRecord } from './requests/request-log.ts';
export type { SeedOptions } from './seed.ts';
export type { ServerSnapshot } from './snapshot/server-snapshot.ts';
export { readSnapshot, writeSnapshot } from './snapshot/snapshot-file.ts';
export { type StartedApiServer, startApiServer, type StartOptions } from './start-api-server.ts';
export type { Certificate } from './tls/certificate.ts';
export { type TestHook, type TestHooks, useApiServer } from './use-api-server.ts';
