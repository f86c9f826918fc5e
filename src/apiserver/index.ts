/** Side door `rx-informer/apiserver` (Node): a Kubernetes API server in memory. */
export { type ApiServer, createApiServer } from './api-server.ts';
export type { ApiServerOptions } from './api-server-options.ts';
export type { AccessAttributes } from './access/attributes.ts';
export type { TokenUser } from './access/user.ts';
export type { NewObject, ObjectAccess, WriteOptions } from './object-access.ts';
export type { DeleteOptions } from './registry/delete.ts';
export type { PrinterColumn, ResourceDefinition, ScalePaths } from './resources/resource-definition.ts';
