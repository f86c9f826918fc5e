/**
 * Entry point `rx-informer/client-node`: a transport that uses a `KubeConfig` of client-node 1.4 or 2.x, and a conversion of
 * objects to the models of client-node and back. The module does not import `@kubernetes/client-node`.
 *
 * @packageDocumentation
 */
export type { HeadersTimeout } from '../source/index.ts';
export type { JsonValue } from '../objects/index.ts';
export {
  type ClientNodeModel,
  clientNodeModels,
  type ClientNodeModels,
  type IfModelOf,
  type PartialJson,
} from './client-node-models.ts';
export type { KubeConfigLike } from './credentials.ts';
export { kubeConfigTransport, type KubeConfigTransportOptions } from './kube-config-transport.ts';
export { type ListLike, makeInformer } from './make-informer.ts';
export type { ClientNodeInformer } from './client-node-informer.ts';
