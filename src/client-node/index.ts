/**
 * Side door `rx-informer/client-node`: borrows a `KubeConfig` by shape (1.4 and 2.x). Imports nothing of
 * `@kubernetes/client-node`.
 *
 * @packageDocumentation
 */
export type { HeadersTimeout } from '../source/index.ts';
export type { KubeConfigLike } from './credentials.ts';
export { kubeConfigTransport, type KubeConfigTransportOptions } from './kube-config-transport.ts';
export type { ClientNodeInformer, ListLike } from './informer-types.ts';
export { makeInformer } from './make-informer.ts';
